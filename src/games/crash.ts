import type { Dice } from '../base/dice.ts';
import { type Amount, amountOf, parseAmount, roundings, roundToScale, zero } from '../base/money.ts';
import { type Chance, type GameRules, throwDecimals, withDecimals } from './game-rules.ts';
import type { RoundRecord } from './kept-game.ts';

const least = amountOf('1.01');
const most = amountOf('1000');
const atOnce = amountOf('1.00');
const never = amountOf('1000.01');
const step = amountOf('0.01');

/** A round of a crash game: a makeBet of the bet alone, and one of the win when the player gets out. */
export const crash: GameRules = {
  draw: (stake, chance) => ({ state: 'open', stake, win: zero, ...fateOf(chance) }),
  spinFreely: (stake, chance) => {
    const fate = fateOf(chance);
    return { burst: fate.burst, ...wonAt({ stake, ...fate }, automaticCashOut(chance), chance.launch.currency) };
  },
};

/** The multiplier that a player cashes out at, 1.01 to 1000; undefined when it is none. */
export const parseCashOut = (typed: unknown): Amount | undefined => {
  const text = typeof typed === 'string' ? typed.trim() : '';
  const at = /^\d{1,4}(?:\.\d{1,2})?$/.test(text) ? parseAmount(text) : undefined;
  return at === undefined || at.lt(least) || at.gt(most) ? undefined : at;
};

/** What a round comes to that is left at a multiplier: in time, or after it has burst. */
export const wonAt = (
  { stake, burst, decimals }: Pick<RoundRecord, 'stake' | 'burst' | 'decimals'>,
  at: Amount,
  currency: string,
): Pick<RoundRecord, 'win' | 'cashedOutAt'> => {
  if (burst === undefined || at.gte(burst)) return { win: zero };
  const win = roundToScale(stake.times(at), currency, 'down');
  return { cashedOutAt: at, win: decimals === undefined ? win : withDecimals(win, decimals) };
};

/** Where a free spin cashes out by itself: at 2.00, or where a win was forced. */
const automaticCashOut = ({ forced }: Chance): Amount => {
  if (forced?.outcome === 'big-win') return most;
  const wanted = amountOf((forced?.outcome === 'win' ? forced.amount : undefined) ?? '2');
  if (wanted.lt(least)) return least;
  return wanted.gt(most) ? most : wanted;
};

/** What is decided of a round before it begins: as the dice say, or as it was forced. */
const fateOf = (chance: Chance): { readonly burst: Amount; readonly decimals?: Amount } => {
  const { dice, forced } = chance;
  const burst = drawBurst(dice);
  switch (forced?.outcome) {
    case 'lose':
      return { burst: atOnce };
    case 'big-win':
      return { burst: never };
    case 'win':
      return { burst: above(amountOf(forced.amount ?? '1'), burst) };
    case 'decimals':
      return { burst: never, decimals: throwDecimals(chance) };
    default:
      return { burst };
  }
};

/** The burst as drawn, if who cashes out at the multiplier is in time; else just above that. */
const above = (multiplier: Amount, drawn: Amount): Amount => {
  const wanted = multiplier.lt(least) ? least : multiplier;
  if (drawn.gt(wanted)) return drawn;
  const next = wanted.round(2, roundings.up).plus(step);
  return next.gt(never) ? never : next;
};

const throws = 1_000_000;

/** In hundredths: a round that goes to the highest cannot be lost by who cashes out at 1000. */
const bounds = { lowest: 100, highest: 100_001 };

/**
 * Where a round bursts, 1.00 to 1000.01. A round gets above x with a chance of 0.95 / x, so that 95 %
 * comes back wherever the player cashes out.
 */
export const drawBurst = (dice: Dice): Amount => {
  const drawn = Math.ceil((95 * throws) / dice.integer(1, throws));
  return amountOf(`${Math.min(bounds.highest, Math.max(bounds.lowest, drawn))}e-2`);
};
