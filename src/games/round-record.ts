import type { Amount } from '../money/amount.ts';
import type { MakeBet } from '../spec/callback.ts';
import type { Round } from '../spec/game-page.ts';

/** A round as the table keeps it. */
export interface RoundRecord {
  readonly roundId: string;
  readonly state: Round['state'];
  readonly stake: Amount;
  readonly win: Amount;
  /** Slot: the symbols. */
  readonly reels?: readonly string[];
  /** Crash: where it bursts, and where the player got out in time. */
  readonly burst?: Amount;
  readonly cashedOutAt?: Amount;
  /** Crash: what a forced outcome adds to a win, so that it has every decimal. */
  readonly decimals?: Amount;
  readonly freeSpin?: true;
  /** transaction_ids of its makeBets that may have been processed, oldest first. */
  readonly transactions: readonly string[];
  /** Crash: the makeBet that is to be sent again since its outcome is not known. */
  readonly pending?: MakeBet;
}
