import type { Amount } from '../money/amount.ts';
import { amountOf, renderAmount, zero } from '../money/amount.ts';
import type { Pack } from '../platform/create-packs.ts';
import type { MakeBet } from '../spec/callback.ts';
import type { ShownBalance } from '../spec/game-page.ts';
import { endAt, fateOf } from './crash.ts';
import type { CallbackOutcome, GameInPlay, Move, RoundRecord } from './game-in-play.ts';
import { activePack, keepRound } from './game-in-play.ts';
import { getBalanceOf, makeBetOf, sendBet } from './place-bet.ts';
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
  if (pack.played >= pack.total) return undefined;
  const { packs, nextId, onEvent } = game.shared;
  const stake = amountOf(pack.bet);
  const spun = spinFreely(game, stake);
  const played = packs.play(pack, renderAmount(spun.win));
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
  const { packWin } = game.shared;
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
  const { win, burst, cashedOutAt } = endAt(
    { ...round, ...fateOf(game) },
    cashOutPoint(game),
    game.launch.currency,
  );
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
 * the agent's answer to the last one, is_finish, ends the pack, and its win is paid.
 */
export const synchronize = async (game: GameInPlay): Promise<ShownBalance> => {
  const earlier = await payOwed(game);
  const pack = activePack(game);
  const outcome = await game.send(getBalanceOf(game, pack));
  if (pack !== undefined && outcome.kind !== 'unclear') finish(game, pack);
  const paid = await payNew(game, earlier);
  return paid ?? describeOutcome(outcome, game.launch.currency);
};

/** Section 3: after the notification with is_finish the pack is over, and later ones carry none. */
const finish = (game: GameInPlay, told: Pack): void => {
  const { packs, packWin, onEvent } = game.shared;
  if (told.played < told.total) return;
  const finished = packs.finish(told);
  if (finished === undefined) return;
  if (packWin === 'after-finish') oweWin(game, finished, amountOf(finished.accumulatedWin));
  onEvent.packs();
};

/** What failed a moment ago is left for the next action. */
const payNew = async (
  game: GameInPlay,
  earlier: ShownBalance | undefined,
): Promise<ShownBalance | undefined> =>
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

interface Due {
  readonly pack: Pack;
  readonly due: MakeBet;
}

const duesOf = ({ shared, launch }: GameInPlay): readonly Due[] =>
  shared.packs
    .owing(launch)
    .flatMap((pack) => (pack.owed ?? []).map((due): Due => ({ pack, due })));

const unpaid = (shown: ShownBalance): ShownBalance =>
  shown.kind === 'balance'
    ? shown
    : { ...shown, message: 'The win of your free spins is not paid yet. It will be sent again.' };

/** Undefined when another game is sending it just now. */
const payOnce = async (
  game: GameInPlay,
  pack: Pack,
  due: MakeBet,
): Promise<CallbackOutcome | undefined> => {
  const { sending, packs } = game.shared;
  if (sending.has(due.transactionId)) return undefined;
  sending.add(due.transactionId);
  try {
    const outcome = await sendBet(game, due);
    const isOver = outcome.kind === 'balance' || outcome.kind === 'rolled-back';
    if (isOver) packs.settle(pack, due.transactionId);
    // Cancelled, so that this transaction_id is used up; the player still has the win to come.
    if (outcome.kind === 'rolled-back') packs.owe(pack, anew(game, due));
    return outcome;
  } finally {
    sending.delete(due.transactionId);
  }
};

const anew = ({ shared }: GameInPlay, due: MakeBet): MakeBet => ({
  ...due,
  transactionId: shared.nextId(),
  requestId: shared.nextId(),
});
