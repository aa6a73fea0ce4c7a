import { WalletproofError } from '../../spec/walletproof-error.ts';
import type { Clock } from '../../world/clock.ts';

export interface Waiting {
  readonly clock: Clock;
  /** Ends what waits. */
  readonly signal: AbortSignal;
}

/** Waits so many milliseconds; a usage error where the platform closes meanwhile. */
export const waitByHand = async (durationMs: number, { clock, signal }: Waiting): Promise<void> => {
  if (durationMs <= 0) return;
  try {
    await clock.sleep(durationMs, signal);
  } catch (cause) {
    if (!signal.aborted) throw cause;
    const message = 'The platform is closing: the callback was not sent.';
    throw new WalletproofError('usage', message, 'Start serve again, and send it then.', { cause });
  }
};
