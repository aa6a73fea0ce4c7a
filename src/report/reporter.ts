import type { RunEvent } from '../spec/run-event.ts';
import type { WalletproofError } from '../spec/walletproof-error.ts';

/** Tells a run to somebody: while it goes on, or once it is finished. Decides nothing. */
export interface Reporter {
  tell(event: RunEvent): void;
  /** Writes what is left. Gives back what could not be written; the verdict stands all the same. */
  close(): Promise<readonly WalletproofError[]>;
}
