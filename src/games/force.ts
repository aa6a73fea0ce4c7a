import {
  type Amount,
  amountOf,
  isFinerThanScale,
  parseAmount,
  roundToScale,
  scaleOf,
  smallestUnit,
  zero,
} from '../base/money.ts';
import type { AmountText } from '../spec/callback.ts';
import { type ForcedOutcome, type ForceOrder, forcedOutcomes } from '../spec/game-page.ts';
import type { PlayerSentence } from '../spec/player-sentences.ts';
import { plainDigits } from './game-amounts.ts';
import { getBalanceOf, isUndone, rollbackOf } from './game-callbacks.ts';
import {
  activePack,
  type CallbackOutcome,
  fieldOf,
  type GameInPlay,
  keepRound,
  type Move,
  type RoundRecord,
} from './game-in-play.ts';
import { placeBet } from './send-pending.ts';
import { describeOutcome } from './show-game.ts';

/** An outcome of the drawer: some are sent at once, the others wait for the next round. */
export const force = async (game: GameInPlay, body: unknown): Promise<Move> => {
  const parsed = parseForceOrder(body, game.launch.currency);
  if (parsed.kind === 'no order') return { notice: parsed.message };
  const { order } = parsed;
  if (game.mode === 'demo' && needsAgent.has(order.outcome)) {
    return { notice: 'A demo sends no callbacks. Open the game with get_game_link for this.' };
  }
  return sendNow(game, order) ?? wait(game, order);
};

const needsAgent: ReadonlySet<ForcedOutcome> = new Set(['insufficient-funds', 'bonus', 'answer-lost', 'rollback']);

const sendNow = (game: GameInPlay, { outcome, amount }: ForceOrder): Promise<Move> | undefined => {
  switch (outcome) {
    case 'insufficient-funds':
      return betTooMuch(game);
    case 'bonus':
      return payBonus(game, amount ?? '10');
    case 'rollback':
      return rollBackLast(game);
    default:
      return undefined;
  }
};

const wait = (game: GameInPlay, order: ForceOrder): Move => {
  game.forced = order;
  return {};
};

type ParsedForce =
  | { readonly kind: 'order'; readonly order: ForceOrder }
  | { readonly kind: 'no order'; readonly message: PlayerSentence };

const defaultBonus = '10';

/** What the drawer asks for. */
const parseForceOrder = (body: unknown, currency: string): ParsedForce => {
  const outcome = fieldOf(body, 'outcome');
  if (!isOutcome(outcome)) {
    const known = Object.keys(forcedOutcomes).join(', ');
    return { kind: 'no order', message: `There is no such outcome. There are ${known}.` };
  }
  const amount = fieldOf(body, 'amount');
  if (outcome === 'win') return readMultiplier(amount);
  if (outcome === 'bonus') return readBonus(amount ?? defaultBonus, currency);
  return { kind: 'order', order: { outcome } };
};

const isOutcome = (outcome: unknown): outcome is ForcedOutcome =>
  typeof outcome === 'string' && Object.hasOwn(forcedOutcomes, outcome);

/** Undefined when it is no number above 0. */
const readAmount = (typed: unknown): AmountText | undefined => {
  const amount = plainDigits(typed);
  return amount !== undefined && amountOf(amount).gt(0) ? amount : undefined;
};

const readMultiplier = (typed: unknown): ParsedForce => {
  const amount = readAmount(typed);
  return amount === undefined
    ? { kind: 'no order', message: 'Type what the stake is multiplied with, such as 2 or 2.50.' }
    : { kind: 'order', order: { outcome: 'win', amount } };
};

const readBonus = (typed: unknown, currency: string): ParsedForce => {
  const amount = readAmount(typed);
  if (amount === undefined) {
    return { kind: 'no order', message: 'Type the bonus as a number above 0, such as 10 or 2.50.' };
  }
  return isFinerThanScale(amountOf(amount), currency)
    ? { kind: 'no order', message: `${currency} has ${scaleOf(currency)} digits after the point.` }
    : { kind: 'order', order: { outcome: 'bonus', amount } };
};

/** Asks for the balance, then bets the smallest unit more. A right agent refuses that. */
const betTooMuch = async (game: GameInPlay): Promise<Move> => {
  const { currency } = game.launch;
  const outcome = await game.send(getBalanceOf(game, activePack(game)));
  const balance = outcome.kind === 'balance' ? parseAmount(outcome.balance) : undefined;
  if (balance === undefined) return { balance: describeOutcome(outcome, currency) };
  return placeBet(game, { state: 'settled', stake: justAbove(balance, currency), win: zero });
};

const justAbove = (balance: Amount, currency: string): Amount =>
  (balance.lt(0) ? zero : roundToScale(balance, currency, 'up')).plus(smallestUnit(currency));

/** A win without a bet: a makeBet of bet 0, a round of its own. */
const payBonus = (game: GameInPlay, amount: AmountText): Promise<Move> =>
  placeBet(game, { state: 'settled', stake: zero, win: amountOf(amount) });

/** Rolls back the last round that has moved money, its newest transaction first. */
const rollBackLast = async (game: GameInPlay): Promise<Move> => {
  let round = game.history.find(({ transactions }) => transactions.length > 0);
  if (round === undefined) return { notice: 'There is no round to roll back.' };
  const { currency } = game.launch;
  let move: Move = {};
  for (const transactionId of round.transactions.toReversed()) {
    const outcome = await game.send(rollbackOf(game, transactionId));
    round = keepRound(game, isUndone(outcome) ? without(round, transactionId) : doubt(round, outcome));
    move = { round, balance: describeOutcome(outcome, currency) };
    if (!isUndone(outcome)) break;
  }
  return move;
};

const without = ({ pending: _p, cancelling: _c, ...round }: RoundRecord, transactionId: string): RoundRecord => {
  const transactions = round.transactions.filter((id) => id !== transactionId);
  return { ...round, transactions, state: transactions.length === 0 ? 'rolled-back' : 'unclear' };
};

/** A rollback that was refused leaves a round as it was; one without an answer leaves doubt. */
const doubt = (round: RoundRecord, { kind }: CallbackOutcome): RoundRecord =>
  kind === 'refused' ? round : { ...round, state: 'unclear' };
