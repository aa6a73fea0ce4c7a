import type { Dice } from '../base/dice.ts';
import { type Amount, amountOf, parseAmount, roundings, roundToScale, zero } from '../base/money.ts';
import { throwDecimals, withDecimals } from './game-amounts.ts';
import { makeBetOf } from './game-callbacks.ts';
import { fieldOf, type GameInPlay, isUnfinished, type Move, type RoundRecord } from './game-in-play.ts';
import { placeBet, sendPending } from './send-pending.ts';

/** Opens a crash round: a makeBet with the bet alone. Its win is a makeBet of its own. */
export const playCrash = (game: GameInPlay, stake: Amount): Promise<Move> =>
  placeBet(game, { state: 'open', stake, win: zero, ...fateOf(game) });

/** Ends the open crash round; what was sent for it before without a clear answer is sent again. */
export const cashOut = async (game: GameInPlay, body: unknown): Promise<Move> => {
  const roundId = fieldOf(body, 'roundId');
  const round = game.history.find((kept) => kept.roundId === roundId);
  if (round === undefined) return { notice: 'There is no such round.' };
  if (!isUnfinished(round)) return { round, notice: 'This round is over.' };
  if (round.pending !== undefined || round.cancelling !== undefined) {
    return await sendPending(game, round);
  }
  const at = parseCashOut(fieldOf(body, 'at'));
  if (at === undefined) return { round, notice: 'Cash out between 1.01 and 1000, such as 1.80.' };
  return await end(game, endAt(round, at, game.launch.currency));
};

/** The second makeBet of the round: its win, which is 0 after the burst. */
const end = (game: GameInPlay, round: RoundRecord): Promise<Move> => {
  const { roundId, win } = round;
  const pending = makeBetOf(game, { roundId, bet: zero, win, roundFinished: true });
  return sendPending(game, { ...round, pending });
};

const pattern = /^\d{1,4}(?:\.\d{1,2})?$/;

/** The multiplier that a player cashes out at, 1.01 to 1000; undefined when it is none. */
const parseCashOut = (typed: unknown): Amount | undefined => {
  const text = typeof typed === 'string' ? typed.trim() : '';
  const at = pattern.test(text) ? parseAmount(text) : undefined;
  return at === undefined || at.lt('1.01') || at.gt(1000) ? undefined : at;
};

/** A crash round that the player leaves at a multiplier: in time, or after it has burst. */
export const endAt = (round: RoundRecord, at: Amount, currency: string): RoundRecord => {
  const { stake, burst, decimals } = round;
  if (burst === undefined || at.gte(burst)) return round;
  const win = roundToScale(stake.times(at), currency, 'down');
  return {
    ...round,
    cashedOutAt: at,
    win: decimals === undefined ? win : withDecimals(win, decimals),
  };
};

/** What is decided of a crash round before it begins. */
interface Fate {
  readonly burst: Amount;
  readonly decimals?: Amount;
}

const atOnce = amountOf('1.00');

const never = amountOf('1000.01');

const step = amountOf('0.01');

/** Where the next round bursts: as the dice say, or as it was forced. */
export const fateOf = ({ dice, forced, launch }: GameInPlay): Fate => {
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

const throws = 1_000_000;

/** In hundredths: a round that goes so high cannot be lost by who cashes out at 1000. */
const highest = 100_001;

const lowest = 100;

/**
 * Where a round bursts, 1.00 to 1000.01. A round gets above x with a chance of 0.95 / x, so that 95 %
 * comes back wherever the player cashes out.
 */
export const drawBurst = (dice: Dice): Amount => {
  const drawn = Math.ceil((95 * throws) / dice.integer(1, throws));
  return amountOf(`${Math.min(highest, Math.max(lowest, drawn))}e-2`);
};
