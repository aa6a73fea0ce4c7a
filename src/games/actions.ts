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
import {
  type ForcedOutcome,
  forcedOutcomes,
  type GameAction,
  type GameStart,
  type GameState,
} from '../spec/game-page.ts';
import type { PlayerSentence } from '../spec/player-sentences.ts';
import { isUndone } from './callbacks.ts';
import { payOwed, playFreeSpin, synchronize } from './free-spins.ts';
import type { Game, Move } from './game.ts';
import { parseCashOut, wonAt } from './game-kinds.ts';
import type { RoundRecord } from './kept-game.ts';
import { stageOf, stages } from './round.ts';

const tooMuch = { notice: 'Too many requests at once: wait for the ones in progress.' } as const;

/**
 * Does what the page of an opened link asks for, after everything that was asked for before. `body` is
 * whatever came along; `page` says which page it was, where it told. Rejects where nobody could be asked at all.
 */
export const perform = async (
  game: Game,
  action: GameAction,
  body: unknown,
  page?: string,
): Promise<GameState | GameStart> => {
  const { shared, pages } = game;
  if (action === 'leave') {
    pages.left(page);
    return game.state({});
  }
  if (!shared.hasRoom(game.linkKey)) return game.state(tooMuch);
  pages.acted();
  game.beLookedAfter();
  if (game.isFull) return game.state(tooMuch);
  const state = await game
    .run(() => moves[action](game, body))
    .finally(() => {
      pages.answered();
      if (game.doubts.length > 0) shared.wake();
    });
  pages.tell(() => state, page);
  return action === 'start' ? { scene: game.scene(), ...state } : state;
};

/** A field of what the page sent; undefined when there is none, whatever it sent. */
const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? (body as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** The next round: a free spin where a pack is active, else one with the stake that was typed. */
const bet = async (game: Game, body: unknown): Promise<Move> => {
  const round = game.unfinishedRound;
  if (round !== undefined) return { round, notice: 'The last round is not over yet: cash out first.' };
  const { forced } = game;
  const move = await (game.activePack === undefined ? betStake(game, body) : playFreeSpin(game));
  // What was forced stays for a round that was not played; a lost answer is used up when it is sent.
  const isUsed = move.round !== undefined && forced?.outcome !== 'answer-lost';
  if (isUsed && game.forced === forced) game.forced = null;
  return move;
};

const betStake = async (game: Game, body: unknown): Promise<Move> => {
  const parsed = parseStake(fieldOf(body, 'stake'), game.launch.currency);
  if (typeof parsed === 'string') return { notice: parsed };
  await payOwed(game);
  return await game.placeBet(game.rules.draw(parsed, game));
};

/** An amount as a player types it, in plain digits; undefined when it is something else. */
const plainDigits = (typed: unknown): AmountText | undefined => {
  const text = typeof typed === 'string' ? typed.trim() : '';
  return /^\d{1,15}(?:\.\d{1,8})?$/.test(text) ? text : undefined;
};

/** The stake that a player typed, never finer than the currency; or why it is none. */
export const parseStake = (typed: unknown, currency: string): Amount | PlayerSentence => {
  const stake = parseAmount(plainDigits(typed) ?? '');
  if (stake === undefined) return 'Type the stake as a number, such as 10 or 2.50.';
  if (!stake.gt(0)) return `The smallest stake is ${smallestUnit(currency).toFixed()} ${currency}.`;
  if (isFinerThanScale(stake, currency))
    return `${currency} has ${scaleOf(currency)} digits after the point, not more.`;
  return stake;
};

/** What is done with a round that is not over: the one that the page names. */
const onRound =
  (act: (game: Game, round: RoundRecord, body: unknown) => Move | Promise<Move>) =>
  (game: Game, body: unknown): Move | Promise<Move> => {
    const roundId = fieldOf(body, 'roundId');
    const round = game.history.find((kept) => kept.roundId === roundId);
    if (round === undefined) return { notice: 'There is no such round.' };
    return stageOf(round) === 'over' ? { round, notice: 'This round is over.' } : act(game, round, body);
  };

/** Ends the open crash round; what was sent for it before without a clear answer is sent again. */
const cashOut = onRound((game, round, body) => {
  if (stageOf(round) !== 'open') return game.sendPending(round);
  const at = parseCashOut(fieldOf(body, 'at'));
  if (at === undefined) return { round, notice: 'Cash out between 1.01 and 1000, such as 1.80.' };
  return game.finishRound({ ...round, ...wonAt(round, at, game.launch.currency) });
});

/** Section 6, rollback: the player cancels the open crash round, and gets the bet back. */
const cancel = onRound(async (game, round) => {
  const stage = stageOf(round);
  const { noCancel } = stages[stage];
  if (noCancel !== undefined) return { round, notice: noCancel };
  if (stage !== 'open') return await game.sendPending(round);
  const move = await game.cancelRound(round);
  return move.round?.state === 'open'
    ? { ...move, notice: 'The casino did not take the bet back: the round goes on.' }
    : move;
});

/** An outcome of the drawer: some are sent at once, the others wait for the next round. */
const force = async (game: Game, body: unknown): Promise<Move> => {
  const outcome = fieldOf(body, 'outcome');
  if (!isOutcome(outcome)) {
    return { notice: `There is no such outcome. There are ${Object.keys(forcedOutcomes).join(', ')}.` };
  }
  const amount = plainDigits(fieldOf(body, 'amount') ?? (outcome === 'bonus' ? '10' : undefined));
  const notice = wrongAmount(outcome, amount, game.launch.currency);
  if (notice !== undefined) return { notice };
  if (game.session === undefined && needsAgent.has(outcome)) {
    return { notice: 'A demo sends no callbacks. Open the game with get_game_link for this.' };
  }
  switch (outcome) {
    case 'insufficient-funds':
      return await betTooMuch(game);
    case 'bonus':
      // A win without a bet: a makeBet of bet 0, a round of its own.
      return await game.placeBet({ state: 'settled', stake: zero, win: amountOf(amount ?? '') });
    case 'rollback':
      return await rollBackLast(game);
    default:
      game.forced = outcome === 'win' ? { outcome, amount } : { outcome };
      return {};
  }
};

const isOutcome = (outcome: unknown): outcome is ForcedOutcome =>
  typeof outcome === 'string' && Object.hasOwn(forcedOutcomes, outcome);

const needsAgent: ReadonlySet<ForcedOutcome> = new Set(['insufficient-funds', 'bonus', 'answer-lost', 'rollback']);

const wrongAmount = (
  outcome: ForcedOutcome,
  amount: AmountText | undefined,
  currency: string,
): PlayerSentence | undefined => {
  const isPositive = amount !== undefined && amountOf(amount).gt(0);
  if (outcome === 'win') return isPositive ? undefined : 'Type what the stake is multiplied with, such as 2 or 2.50.';
  if (outcome !== 'bonus') return undefined;
  if (!isPositive) return 'Type the bonus as a number above 0, such as 10 or 2.50.';
  const isFiner = isFinerThanScale(amountOf(amount), currency);
  return isFiner ? `${currency} has ${scaleOf(currency)} digits after the point.` : undefined;
};

/** Asks for the balance, then bets the smallest unit more. A right agent refuses that. */
const betTooMuch = async (game: Game): Promise<Move> => {
  const { currency } = game.launch;
  const outcome = await game.send(game.callbacks.getBalance(game.activePack));
  const balance = outcome.kind === 'balance' ? parseAmount(outcome.balance) : undefined;
  if (balance === undefined) return { balance: game.shown(outcome) };
  const covered = balance.lt(0) ? zero : roundToScale(balance, currency, 'up');
  return await game.placeBet({ state: 'settled', stake: covered.plus(smallestUnit(currency)), win: zero });
};

/** Rolls back the last round that has moved money, its newest transaction first. */
const rollBackLast = async (game: Game): Promise<Move> => {
  let round = game.history.find(({ transactions }) => transactions.length > 0);
  if (round === undefined) return { notice: 'There is no round to roll back.' };
  let move: Move = {};
  for (const transactionId of round.transactions.toReversed()) {
    const outcome = await game.send(game.callbacks.rollback(transactionId));
    if (isUndone(outcome)) round = without(round, transactionId);
    // One that was refused leaves a round as it was; one without an answer leaves doubt.
    else if (outcome.kind !== 'refused') round = { ...round, state: 'unclear' };
    move = { round: game.keepRound(round), balance: game.shown(outcome) };
    if (!isUndone(outcome)) break;
  }
  return move;
};

const without = (
  { pending: _, cancelling: _cancelling, ...round }: RoundRecord,
  transactionId: string,
): RoundRecord => {
  const transactions = round.transactions.filter((id) => id !== transactionId);
  return { ...round, transactions, state: transactions.length === 0 ? 'rolled-back' : 'unclear' };
};

type Act = (game: Game, body: unknown) => Move | Promise<Move>;

const moves: Readonly<Record<Exclude<GameAction, 'leave'>, Act>> = {
  start: async (game) => {
    game.startOver();
    return { balance: await synchronize(game) };
  },
  balance: async (game) => ({ balance: await synchronize(game) }),
  bet,
  'cash-out': cashOut,
  cancel,
  force,
};
