import type { AmountText, Callback } from '../spec/callback.ts';
import type { SignatureVariant } from '../spec/scenario.ts';

/** One sending of a callback, as the journal has it: what the recorder makes a scenario from. */
export interface RecordedCall {
  /** Undefined: bytes that are no callback of section 6. */
  readonly callback: Callback | undefined;
  readonly body: Uint8Array;
  /** The same for the same bytes under the same signature. */
  readonly bytesKey: string;
  /** How it was signed; `wrong` where nobody can tell how else. */
  readonly signature: SignatureVariant;
  /** The connection was dropped after the agent had worked: nobody heard its answer. */
  readonly answerLost: boolean;
  /** The error code that the agent answered with. */
  readonly refusedWith?: string;
  /** What the ledger knew before it; undefined: nothing. */
  readonly balanceBefore?: AmountText;
  /** What was said of its answer, one sentence: a comment above its step. */
  readonly remark?: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
}
