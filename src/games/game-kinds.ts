import type { Dice } from '../base/dice.ts';
import {
  type Amount,
  amountOf,
  isFinerThanScale,
  parseAmount,
  roundings,
  roundToScale,
  scaleOf,
  smallestUnit,
  zero,
} from '../base/money.ts';
import type { ForceOrder, GameKind } from '../spec/game-page.ts';
import type { RoundRecord } from './kept-game.ts';

/** What a kind of game decides; everything else goes the same way in each. */
export interface GameRules {
  readonly kind: GameKind;
  /** A round as it begins: `settled` where its first makeBet is its last. */
  draw(stake: Amount, chance: Chance): Omit<RoundRecord, 'roundId' | 'transactions'>;
  /** What a free spin comes to: nobody waits for it. */
  spinFreely(stake: Amount, chance: Chance): Pick<RoundRecord, 'win' | 'reels' | 'burst' | 'cashedOutAt'>;
}

/** What a round depends on. */
export interface Chance {
  readonly dice: Dice;
  readonly forced: ForceOrder | null;
  readonly launch: { readonly currency: string };
}

/** A fraction of 1 with every decimal of the currency, none of them zero; 0 where it has none. */
export const throwDecimals = ({ dice, launch }: Chance): Amount => {
  const digits = Array.from({ length: scaleOf(launch.currency) }, () => dice.integer(1, 9));
  return amountOf(`0.${digits.join('') || '0'}`);
};

/** The whole part of an amount, with these decimals. */
export const withDecimals = (amount: Amount, decimals: Amount): Amount =>
  amount.round(0, roundings.down).plus(decimals);

/** A round of a slot: bet and win in one makeBet. */
export const slot: GameRules = {
  kind: 'slot',
  draw: (stake, chance) => ({ state: 'settled', stake, ...spinReels(stake, chance) }),
  spinFreely: (stake, chance) => spinReels(stake, chance),
};

/** As the dice say, or as it was forced. */
const spinReels = (stake: Amount, chance: Chance) => {
  const { dice, forced, launch } = chance;
  const paying = (multiplier: string | number) => ({
    win: timesAtScale(stake, amountOf(String(multiplier)), launch.currency),
    reels: reelsFor(Number(multiplier), dice),
  });
  switch (forced?.outcome) {
    // A bet that pays its stake back moves nothing: applied twice it would look as if applied once.
    case 'answer-lost':
    case 'lose':
      return paying(0);
    case 'big-win':
      return paying(1000);
    case 'win':
      return paying(forced.amount ?? 0);
    case 'decimals':
      return { win: withDecimals(stake, throwDecimals(chance)), reels: reelsFor(Number.NaN, dice) };
    default:
      return paying(throwMultiplier(dice));
  }
};

/** Rounded down to the scale, yet no win of nothing. */
const timesAtScale = (stake: Amount, multiplier: Amount, currency: string): Amount => {
  if (multiplier.eq(0)) return zero;
  const exact = stake.times(multiplier);
  // A pack may be granted with a finer bet than its currency has: its wins are as fine.
  if (!isFinerThanScale(exact, currency) || isFinerThanScale(stake, currency)) return exact;
  const win = roundToScale(exact, currency, 'down');
  return win.eq(0) ? smallestUnit(currency) : win;
};

/** How often, of a hundred rounds, the stake comes back how many times: 95 % in all. */
const paytable = [
  { share: 60, multiplier: 0 },
  { share: 18, multiplier: 1 },
  { share: 16, multiplier: 2 },
  { share: 5, multiplier: 5 },
  { share: 1, multiplier: 20 },
] as const;

/** How many times the stake comes back; whole, so that a win is no finer than its stake. */
export const throwMultiplier = (dice: Dice): number => {
  let left = dice.integer(1, 100);
  for (const { share, multiplier } of paytable) {
    if (left <= share) return multiplier;
    left -= share;
  }
  return 0;
};

/** What three of a kind pay. Crowns and stars come with forced outcomes alone: stars for a win that no line pays. */
const lines = { cherry: 2, lemon: 2, bell: 5, seven: 20, crown: 1000, star: 0 } as const;

type ReelSymbol = keyof typeof lines;

export const symbols = Object.keys(lines) as readonly ReelSymbol[];

const thrown: readonly ReelSymbol[] = ['cherry', 'lemon', 'bell', 'seven'];

/** Every way in which the reels can stop but for three stars. */
const stops: readonly (readonly ReelSymbol[])[] = [
  ...thrown.flatMap((left) => thrown.flatMap((middle) => thrown.map((right) => [left, middle, right]))),
  ['crown', 'crown', 'crown'],
];

/** Reels that pay just this; three stars where no line does. */
export const reelsFor = (multiplier: number, dice: Dice): readonly ReelSymbol[] => {
  const paying = stops.filter((reels) => multiplierOf(reels) === multiplier);
  return paying[dice.integer(0, Math.max(paying.length - 1, 0))] ?? ['star', 'star', 'star'];
};

/** What three reels pay, times the stake: three of a kind, or two cherries that stand side by side. */
export const multiplierOf = ([left, middle, right]: readonly ReelSymbol[]): number => {
  if (left !== undefined && left === middle && middle === right) return lines[left];
  const hasPair = middle === 'cherry' && (left === 'cherry' || right === 'cherry');
  return hasPair ? 1 : 0;
};

const least = amountOf('1.01');
const most = amountOf('1000');
const atOnce = amountOf('1.00');
const never = amountOf('1000.01');
const step = amountOf('0.01');

/** A round of a crash game: a makeBet of the bet alone, and one of the win when the player gets out. */
export const crash: GameRules = {
  kind: 'crash',
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
