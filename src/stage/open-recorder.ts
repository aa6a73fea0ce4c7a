import type { RecordExchange } from '../contract/exchange.ts';
import type { WalletproofError } from '../contract/walletproof-error.ts';
import type { Journal } from '../journal/open-journal.ts';
import { openJournal } from '../journal/open-journal.ts';
import { createTokenMask } from '../platform/mask-tokens.ts';

export interface RecorderOptions {
  /** A path, or `:memory:`. */
  readonly file: string;
  readonly maxExchanges: number;
  /** As the journal's: a server writes in a thread. */
  readonly writing?: 'inline' | 'thread' | undefined;
  /** Tokens: where one was sent by mistake, asterisks are kept. */
  readonly secrets: readonly string[];
  readonly onError?: ((error: WalletproofError) => void) | undefined;
}

/** The journal, and the way into it that keeps no token. */
export interface Recorder {
  readonly record: RecordExchange;
  readonly journal: Journal;
  close(): void;
}

/** Opens the journal behind a mask for the tokens. */
export const openRecorder = ({ secrets, ...options }: RecorderOptions): Recorder => {
  const journal = openJournal(options);
  const mask = createTokenMask(secrets);
  return {
    record: (exchange) => journal.record(mask(exchange)),
    journal,
    close: journal.close,
  };
};
