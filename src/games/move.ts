import type { ShownBalance } from '../spec/game-page.ts';
import type { RoundRecord } from './round-record.ts';

/** What an action came to. What is left out is as it was. */
export interface Move {
  readonly balance?: ShownBalance;
  readonly round?: RoundRecord;
  /** Why nothing was played, for the player. */
  readonly notice?: string;
}
