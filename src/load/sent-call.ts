import type { Callback } from '../spec/callback.ts';
import type { Answer } from '../spec/exchange.ts';

/** A callback as it goes out: bytes and signature. */
export interface SignedCallback {
  readonly body: string;
  readonly signature: string;
}

/**
 * Writes and signs the callbacks of a load: byte for byte what `composeMessage` makes of them, from
 * templates, at a twentieth of the cost.
 */
export interface CallbackWriter {
  write(callback: Callback): SignedCallback;
}

/** What came of one sending. Times by `performance.now()`, milliseconds. */
export interface Sent {
  readonly sentAt: number;
  /** When the last byte of the answer was there, or it was clear that none comes. */
  readonly endedAt: number;
  readonly answer: Answer;
}

/** Sends callbacks of a load to one agent, over connections that are kept. */
export interface LoadSender {
  /**
   * Sends at once and tells what came of it, exactly once, never synchronously. `lose`: the
   * connection is dropped when the answer begins (failure `dropped`). Never throws.
   */
  send(message: SignedCallback, options: { readonly lose: boolean }, done: (sent: Sent) => void): void;
  /** Callbacks under way; the caller keeps below the number of connections. */
  readonly underWay: number;
  close(): Promise<void>;
}

/** Reads the balance of an answer that is written as one before, whose form the strict reader knows. */
export interface BalanceReader {
  /**
   * The balance in units of 10^-scale, where the answer is, but for the number, byte for byte one that was
   * `learn`ed, and the number has no more digits than the scale. Undefined: read it strictly.
   */
  read(answer: Answer, scale: number): bigint | undefined;
  /** An answer that the strict reader and the lint found right, with nothing to say of it. */
  learn(answer: Answer): void;
}
