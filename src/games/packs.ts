import { type Amount, amountOf, renderAmount, zero } from '../base/money.ts';
import type { Due, Pack } from '../platform/packs.ts';
import type { ShownBalance } from '../spec/game-page.ts';
import { rollbackOf } from '../wire/codec.ts';
import { endAt, fateOf } from './crash.ts';
import { getBalanceOf, isUndone, makeBetAnew, makeBetOf, sendBet } from './game-callbacks.ts';
import {
  activePack,
  type CallbackOutcome,
  closingPack,
  type GameInPlay,
  keepRound,
  type Move,
  type RoundRecord,
} from './game-in-play.ts';
import { describeOutcome } from './show-game.ts';
import { spinReels } from './slot.ts';

/** One spin of the pack: nothing is debited, its progress goes to the agent in a getBalance. */
export const playFreeSpin = async (game: GameInPlay): Promise<Move> => {
  const earlier = await payOwed(game);
  if (earlier?.kind === 'problem') {
    return { balance: earlier, notice: 'The next free spin waits until this win is paid.' };
  }
  const pack = activePack(game);
  const round = pack === undefined ? undefined : playOne(game, pack);
  const balance = await synchronize(game);
  return round === undefined
    ? { balance, notice: 'The free spins are over. Bet again to play with your own money.' }
    : { balance, round };
};

/** Undefined when all are played: then only the notification of it is missing. */
const playOne = (game: GameInPlay, pack: Pack): RoundRecord | undefined => {
  const { session } = game;
  if (pack.played >= pack.total || session === undefined) return undefined;
  const { packs, nextId, onEvent } = game.shared;
  const stake = amountOf(pack.bet);
  const spun = spinFreely(game, stake);
  const played = packs.play(pack, { win: renderAmount(spun.win), session });
  if (played === undefined) return undefined;
  oweAsSet(game, played, spun);
  onEvent.packs();
  return keepRound(game, {
    roundId: nextId(),
    state: 'settled',
    stake,
    freeSpin: true,
    transactions: [],
    ...spun,
  });
};

/** The quirk packWin: a win is sent at once, or their sum before is_finish; else after it. */
const oweAsSet = (game: GameInPlay, pack: Pack, { win }: Pick<RoundRecord, 'win'>): void => {
  const { packWin } = game.shared.quirks;
  if (packWin === 'per-spin') oweWin(game, pack, win);
  if (packWin === 'before-finish' && pack.played >= pack.total) {
    oweWin(game, pack, amountOf(pack.accumulatedWin));
  }
};

type FreeRound = Pick<RoundRecord, 'win' | 'reels' | 'burst' | 'cashedOutAt'>;

/** What a free spin wins. In a crash game nobody waits for it: it cashes out by itself, at 2.00. */
const spinFreely = (game: GameInPlay, stake: Amount): FreeRound => {
  if (game.kind === 'slot') return spinReels(game, stake);
  const round = { roundId: '', state: 'open', stake, win: zero, transactions: [] } as const;
  const { win, burst, cashedOutAt } = endAt({ ...round, ...fateOf(game) }, cashOutPoint(game), game.launch.currency);
  return {
    win,
    burst,
    cashedOutAt,
  };
};

const byItself = amountOf('2');

const least = amountOf('1.01');

const most = amountOf('1000');

/** A forced win is taken where it was forced. */
const cashOutPoint = ({ forced }: GameInPlay): Amount => {
  if (forced?.outcome === 'big-win') return most;
  if (forced?.outcome !== 'win') return byItself;
  const wanted = amountOf(forced.amount ?? '2');
  if (wanted.lt(least)) return least;
  return wanted.gt(most) ? most : wanted;
};

/**
 * Pays what the player is owed, then asks for the balance. With free spins it tells their progress:
 * the agent's answer to the last one, is_finish, ends the pack, and its win is paid. A pack that was
 * deleted, expired or left on the way is told like one that is played to its end.
 */
export const synchronize = async (game: GameInPlay): Promise<ShownBalance> => {
  const closing = closingPack(game);
  if (closing !== undefined) oweBeforeFinish(game, closing);
  const earlier = await payOwed(game);
  const pack = closingPack(game) ?? activePack(game);
  const outcome = await game.send(getBalanceOf(game, pack));
  if (pack !== undefined && outcome.kind !== 'unclear') finish(game, pack);
  const paid = await payNew(game, earlier);
  return paid ?? describeOutcome(outcome, game.launch.currency);
};

/** The quirk packWin in a pack that ends early; with the last of all spins it was owed as it was played. */
const oweBeforeFinish = (game: GameInPlay, pack: Pack): void => {
  const isDue = pack.closing === 'due' && pack.played < pack.total;
  if (game.shared.quirks.packWin !== 'before-finish' || !isDue) return;
  oweWin(game, pack, amountOf(pack.accumulatedWin));
};

/** Section 3: after the notification with is_finish the pack is over, and later ones carry none. */
const finish = (game: GameInPlay, told: Pack): void => {
  const { packs, quirks, onEvent } = game.shared;
  if (told.closing === undefined && told.played < told.total) return;
  const finished = packs.finish(told);
  if (finished === undefined) return;
  if (quirks.packWin === 'after-finish') oweWin(game, finished, amountOf(finished.accumulatedWin));
  onEvent.packs();
};

/** What failed a moment ago is left for the next action. */
const payNew = async (game: GameInPlay, earlier: ShownBalance | undefined): Promise<ShownBalance | undefined> =>
  earlier?.kind === 'problem' ? earlier : await payOwed(game);

/** Puts a win of the pack on its account, as a makeBet of bet 0; nothing where nothing was won. */
const oweWin = (game: GameInPlay, pack: Pack, win: Amount): void => {
  if (win.eq(0)) return;
  const { packs, nextId } = game.shared;
  const due = makeBetOf(game, { roundId: nextId(), bet: zero, win, roundFinished: true });
  packs.owe(pack, due);
};

/**
 * Sends every win of packs that the player is owed, in whichever game, until one is not confirmed.
 * Answers the last balance, or why the win is not paid; undefined where nothing was owed.
 */
export const payOwed = async (game: GameInPlay): Promise<ShownBalance | undefined> => {
  if (game.mode === 'demo') return undefined;
  let shown: ShownBalance | undefined;
  for (const { pack, due } of duesOf(game)) {
    const outcome = await payOnce(game, pack, due);
    if (outcome === undefined) continue;
    shown = describeOutcome(outcome, due.currency);
    if (outcome.kind !== 'balance') return unpaid(shown);
  }
  return shown;
};

interface OwedWin {
  readonly pack: Pack;
  readonly due: Due;
}

const duesOf = ({ shared, launch }: GameInPlay): readonly OwedWin[] =>
  shared.packs.owing(launch).flatMap((pack) => (pack.owed ?? []).map((due): OwedWin => ({ pack, due })));

const unpaid = (shown: ShownBalance): ShownBalance =>
  shown.kind === 'balance'
    ? shown
    : { ...shown, message: 'The win of your free spins is not paid yet. It will be sent again.' };

/** Undefined when another game is sending it just now. */
const payOnce = async (game: GameInPlay, pack: Pack, due: Due): Promise<CallbackOutcome | undefined> => {
  const { sending } = game.shared;
  if (sending.has(due.transactionId)) return undefined;
  sending.add(due.transactionId);
  try {
    return due.cancelling === true ? await cancelDue(game, pack, due) : await sendDue(game, pack, due);
  } finally {
    sending.delete(due.transactionId);
  }
};

const sendDue = async (game: GameInPlay, pack: Pack, due: Due): Promise<CallbackOutcome> => {
  const { packs } = game.shared;
  const outcome = await sendBet(game, due, () => packs.cancelling(pack, due.transactionId));
  const isOver = outcome.kind === 'balance' || outcome.kind === 'rolled-back';
  if (isOver) packs.settle(pack, due.transactionId);
  // Cancelled, so that this transaction_id is used up; the player still has the win to come.
  if (outcome.kind === 'rolled-back') packs.owe(pack, anew(game, due));
  return outcome;
};

/** Once a rollback of it was sent, the win is paid by a new transaction, after that is confirmed. */
const cancelDue = async (game: GameInPlay, pack: Pack, due: Due): Promise<CallbackOutcome> => {
  const { packs, nextId } = game.shared;
  const outcome = await game.send(rollbackOf(due, nextId()));
  if (outcome.kind === 'unclear') return outcome;
  const { cancelling: _, ...asItWas } = due;
  const next = isUndone(outcome) ? anew(game, due) : asItWas;
  packs.settle(pack, due.transactionId);
  packs.owe(pack, next);
  return await sendDue(game, pack, next);
};

const anew = (game: GameInPlay, { cancelling: _, ...due }: Due): Due => makeBetAnew(game, due);
