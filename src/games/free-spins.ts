import { amountOf, renderAmount, zero } from '../base/money.ts';
import type { Due, Pack } from '../platform/packs.ts';
import type { AmountText } from '../spec/callback.ts';
import type { ShownBalance } from '../spec/game-page.ts';
import { rollbackOf } from '../wire/codec.ts';
import { type CallbackOutcome, isUndone } from './callbacks.ts';
import type { Game, Move } from './game.ts';
import type { RoundRecord } from './kept-game.ts';

/** One spin of the pack: nothing is debited, its progress goes to the agent in a getBalance. */
export const playFreeSpin = async (game: Game): Promise<Move> => {
  const earlier = await payOwed(game);
  if (earlier?.kind === 'problem') {
    return { balance: earlier, notice: 'The next free spin waits until this win is paid.' };
  }
  const pack = game.activePack;
  const round = pack && playOne(game, pack);
  const balance = await synchronize(game);
  return round === undefined
    ? { balance, notice: 'The free spins are over. Bet again to play with your own money.' }
    : { balance, round };
};

/** Undefined when all are played: then only the notification of it is missing. */
const playOne = (game: Game, pack: Pack): RoundRecord | undefined => {
  const { session, shared } = game;
  if (pack.played >= pack.total || session === undefined) return undefined;
  const stake = amountOf(pack.bet);
  const spun = game.rules.spinFreely(stake, game);
  const win = renderAmount(spun.win);
  const played = shared.packs.play(pack, { win, session });
  if (played === undefined) return undefined;
  const { packWin } = shared.quirks;
  if (packWin === 'per-spin') oweWin(game, played, win);
  if (packWin === 'before-finish' && played.played >= played.total) oweWin(game, played, played.accumulatedWin);
  shared.onEvent.packs();
  const roundId = shared.nextId();
  return game.keepRound({ roundId, state: 'settled', stake, freeSpin: true, transactions: [], ...spun });
};

/**
 * Pays what the player is owed, then asks for the balance. With free spins it tells their progress:
 * the agent's answer to the last one, is_finish, ends the pack, and its win is paid. A pack that was
 * deleted, expired or left on the way is told like one that is played to its end.
 */
export const synchronize = async (game: Game): Promise<ShownBalance> => {
  const { packs, quirks, onEvent } = game.shared;
  // One that was played in this session and ended early: the agent has to hear of it here.
  const closingPack = (): Pack | undefined => game.session && packs.closingFor(game.linkKey);
  const closing = closingPack();
  // With the last of all spins it was owed as it was played.
  const isDue = closing?.closing === 'due' && closing.played < closing.total;
  if (quirks.packWin === 'before-finish' && isDue) oweWin(game, closing, closing.accumulatedWin);
  const earlier = await payOwed(game);
  const pack = closingPack() ?? game.activePack;
  const outcome = await game.send(game.callbacks.getBalance(pack));
  // Section 3: after the notification with is_finish the pack is over, and later ones carry none.
  const isOver = pack !== undefined && (pack.closing !== undefined || pack.played >= pack.total);
  const finished = isOver && outcome.kind !== 'unclear' ? packs.finish(pack) : undefined;
  if (finished !== undefined) {
    if (quirks.packWin === 'after-finish') oweWin(game, finished, finished.accumulatedWin);
    onEvent.packs();
  }
  // What failed a moment ago is left for the next action.
  const paid = earlier?.kind === 'problem' ? earlier : await payOwed(game);
  return paid ?? game.shown(outcome);
};

/** Puts a win of the pack on its account, as a makeBet of bet 0; nothing where nothing was won. */
const oweWin = (game: Game, pack: Pack, text: AmountText): void => {
  const win = amountOf(text);
  const { packs, nextId } = game.shared;
  if (!win.eq(0)) packs.owe(pack, game.callbacks.makeBet(nextId(), zero, win, 'finished'));
};

/**
 * Sends every win of packs that the player is owed, in whichever game, until one is not confirmed.
 * Answers the last balance, or why the win is not paid; undefined where nothing was owed.
 */
export const payOwed = async (game: Game): Promise<ShownBalance | undefined> => {
  if (game.session === undefined) return undefined;
  const { packs, sending } = game.shared;
  let shown: ShownBalance | undefined;
  const dues = packs.owing(game.launch).flatMap((pack) => (pack.owed ?? []).map((due) => ({ pack, due })));
  for (const { pack, due } of dues) {
    // Another game is sending it just now.
    if (sending.has(due.transactionId)) continue;
    sending.add(due.transactionId);
    const send = due.cancelling === true ? cancelDue : sendDue;
    const outcome = await send(game, pack, due).finally(() => sending.delete(due.transactionId));
    shown = game.shown(outcome);
    if (outcome.kind === 'balance') continue;
    const message = 'The win of your free spins is not paid yet. It will be sent again.';
    return shown.kind === 'problem' ? { ...shown, message } : shown;
  }
  return shown;
};

const sendDue = async (game: Game, pack: Pack, due: Due): Promise<CallbackOutcome> => {
  const { packs } = game.shared;
  const outcome = await game.sendBet(due, () => packs.cancelling(pack, due.transactionId));
  if (outcome.kind === 'balance' || outcome.kind === 'rolled-back') packs.settle(pack, due.transactionId);
  // Cancelled, so that this transaction_id is used up; the player still has the win to come.
  if (outcome.kind === 'rolled-back') packs.owe(pack, dueAgain(game, due));
  return outcome;
};

/** Once a rollback of it was sent, the win is paid by a new transaction, after that is confirmed. */
const cancelDue = async (game: Game, pack: Pack, due: Due): Promise<CallbackOutcome> => {
  const { packs, nextId } = game.shared;
  const outcome = await game.send(rollbackOf(due, nextId()));
  if (outcome.kind === 'unclear') return outcome;
  const { cancelling: _, ...asItWas } = due;
  const next = isUndone(outcome) ? dueAgain(game, due) : asItWas;
  packs.settle(pack, due.transactionId);
  packs.owe(pack, next);
  return await sendDue(game, pack, next);
};

const dueAgain = (game: Game, { cancelling: _, ...due }: Due): Due => game.callbacks.makeBetAgain(due);
