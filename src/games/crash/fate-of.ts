import type { Amount } from '../../money/amount.ts';
import { amountOf } from '../../money/amount.ts';
import { roundings } from '../../money/currency-scale.ts';
import { throwDecimals } from '../force/throw-decimals.ts';
import type { Seat } from '../seat.ts';
import { drawBurst } from './draw-burst.ts';

/** What is decided of a crash round before it begins. */
export interface Fate {
  readonly burst: Amount;
  readonly decimals?: Amount;
}

const atOnce = amountOf('1.00');
const never = amountOf('1000.01');
const step = amountOf('0.01');

/** Where the next round bursts: as the dice say, or as it was forced. */
export const fateOf = ({ dice, forced, launch }: Seat): Fate => {
  const burst = drawBurst(dice);
  switch (forced?.outcome) {
    case 'lose':
      return { burst: atOnce };
    case 'big-win':
      return { burst: never };
    case 'win':
      return { burst: above(amountOf(forced.amount ?? '1'), burst) };
    case 'decimals':
      return { burst: never, decimals: throwDecimals(launch.currency, dice) };
    default:
      return { burst };
  }
};

/** The burst as drawn, if who cashes out at the multiplier is in time; else just above that. */
const above = (multiplier: Amount, drawn: Amount): Amount => {
  const least = multiplier.lt('1.01') ? amountOf('1.01') : multiplier;
  if (drawn.gt(least)) return drawn;
  const next = least.round(2, roundings.up).plus(step);
  return next.gt(never) ? never : next;
};
