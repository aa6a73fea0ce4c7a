import type { Amount } from '../money/amount.ts';
import { amountOf, parseAmount, zero } from '../money/amount.ts';
import { roundings, roundToScale } from '../money/currency-scale.ts';
import type { MakeBet } from '../spec/callback.ts';
import type { Dice } from '../world/dice.ts';
import { throwDecimals, withDecimals } from './game-amounts.ts';
import type { CallbackOutcome, GameInPlay, Move, RoundRecord } from './game-in-play.ts';
import { fieldOf, isUnfinished, keepRound } from './game-in-play.ts';
import { makeBetOf, placeBet, sendBet } from './place-bet.ts';
import { describeOutcome } from './show-game.ts';

/** Opens a crash round: a makeBet with the bet alone. Its win is a makeBet of its own. */
export const playCrash = (game: GameInPlay, stake: Amount): Promise<Move> =>
  placeBet(game, { state: 'open', stake, win: zero, ...fateOf(game) });

/** Ends the open crash round; what was sent for it before without a clear answer is sent again. */
export const cashOut = async (game: GameInPlay, body: unknown): Promise<Move> => {
  const roundId = fieldOf(body, 'roundId');
  const round = game.history.find((kept) => kept.roundId === roundId);
  if (round === undefined) return { notice: 'There is no such round.' };
  if (!isUnfinished(round)) return { round, notice: 'This round is over.' };
  if (round.pending !== undefined) return deliverPending(game, round, round.pending);
  const at = parseCashOut(fieldOf(body, 'at'));
  if (at === undefined) return { round, notice: 'Cash out between 1.01 and 1000, such as 1.80.' };
  return end(game, endAt(round, at, game.launch.currency));
};

/** The second makeBet of the round: its win, which is 0 after the burst. */
const end = (game: GameInPlay, round: RoundRecord): Promise<Move> => {
  const { roundId, win } = round;
  const last = makeBetOf(game, { roundId, bet: zero, win, roundFinished: true });
  return deliverPending(game, round, last);
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

/** Sends the makeBet that a crash round waits for, the first time or again. */
const deliverPending = async (
  game: GameInPlay,
  round: RoundRecord,
  pending: MakeBet,
): Promise<Move> => {
  const { transactions } = round;
  const waiting: RoundRecord = {
    ...round,
    state: 'unclear',
    pending,
    transactions: [...without(transactions, pending), pending.transactionId],
  };
  // Kept before it is sent: what was sent once is never sent with another transaction_id.
  keepRound(game, waiting);
  const outcome = await sendBet(game, pending);
  const after = pending.roundFinished ? afterWin : afterBet;
  const next = keepRound(game, after(game, waiting, outcome.kind));
  const balance = describeOutcome(outcome, game.launch.currency);
  return {
    round: next,
    balance:
      balance.kind === 'problem' && pending.roundFinished
        ? { ...balance, message: 'The casino has not confirmed the end of this round. Try again.' }
        : balance,
  };
};

const without = (transactions: readonly string[], { transactionId }: MakeBet): readonly string[] =>
  transactions.filter((id) => id !== transactionId);

const settled = (round: RoundRecord, state: RoundRecord['state']): RoundRecord => {
  const { pending: _, ...rest } = round;
  return { ...rest, state };
};

/** The word on the bet: the round is open, or it never was. */
const afterBet = (
  _game: GameInPlay,
  round: RoundRecord,
  came: CallbackOutcome['kind'],
): RoundRecord => {
  if (came === 'unclear') return round;
  return came === 'balance'
    ? settled(round, 'open')
    : { ...settled(round, 'rolled-back'), transactions: [] };
};

/** The word on the win. One that was cancelled is still due: with a new transaction_id. */
const afterWin = (
  game: GameInPlay,
  round: RoundRecord,
  came: CallbackOutcome['kind'],
): RoundRecord => {
  const { pending } = round;
  if (came === 'balance') return settled(round, 'settled');
  if (came !== 'rolled-back' || pending === undefined) return round;
  return {
    ...round,
    transactions: without(round.transactions, pending),
    pending: { ...pending, transactionId: game.shared.nextId(), requestId: game.shared.nextId() },
  };
};
