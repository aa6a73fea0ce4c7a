import type { Amount } from '../../money/amount.ts';
import { amountOf } from '../../money/amount.ts';
import { throwDecimals } from '../force/throw-decimals.ts';
import { timesAtScale } from '../force/times-at-scale.ts';
import { withDecimals } from '../force/with-decimals.ts';
import type { Seat } from '../seat.ts';
import { reelsFor } from './reels-for.ts';
import type { ReelSymbol } from './symbols.ts';
import { throwMultiplier } from './throw-multiplier.ts';

/** How the reels stop, and what they pay. */
export interface Spun {
  readonly win: Amount;
  readonly reels: readonly ReelSymbol[];
}

/** A spin for this stake: as the dice say, or as it was forced. */
export const spinReels = (seat: Seat, stake: Amount): Spun => {
  const { dice, forced, launch } = seat;
  const paying = (multiplier: string | number): Spun => ({
    win: timesAtScale(stake, amountOf(String(multiplier)), launch.currency),
    reels: reelsFor(Number(multiplier), dice),
  });
  switch (forced?.outcome) {
    case 'lose':
      return paying(0);
    case 'big-win':
      return paying(1000);
    case 'win':
      return paying(forced.amount ?? 0);
    case 'decimals':
      return {
        win: withDecimals(stake, throwDecimals(launch.currency, dice)),
        reels: reelsFor(Number.NaN, dice),
      };
    default:
      return paying(throwMultiplier(dice));
  }
};
