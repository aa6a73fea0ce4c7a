import type { Amount } from '../money/amount.ts';
import { amountOf, renderAmount, zero } from '../money/amount.ts';
import type { Pack } from '../platform/create-packs.ts';
import type { MakeBet } from '../spec/callback.ts';
import type { ShownBalance } from '../spec/game-page.ts';
import { endAt, fateOf } from './crash.ts';
import type { CallbackOutcome, Move, RoundRecord, Seat } from './game-in-play.ts';
import { activePack, keepRound } from './game-in-play.ts';
import { getBalanceOf, makeBetOf, sendBet } from './place-bet.ts';
import { describeOutcome } from './show-game.ts';
import { spinReels } from './slot.ts';

/** One spin of the pack: nothing is debited, its progress goes to the agent in a getBalance. */
export const playFreeSpin = async (seat: Seat): Promise<Move> => {
  const earlier = await payOwed(seat);
  if (earlier?.kind === 'problem') {
    return { balance: earlier, notice: 'The next free spin waits until this win is paid.' };
  }
  const pack = activePack(seat);
  const round = pack === undefined ? undefined : playOne(seat, pack);
  const balance = await synchronize(seat);
  return round === undefined
    ? { balance, notice: 'The free spins are over. Bet again to play with your own money.' }
    : { balance, round };
};

/** Undefined when all are played: then only the notification of it is missing. */
const playOne = (seat: Seat, pack: Pack): RoundRecord | undefined => {
  if (pack.played >= pack.total) return undefined;
  const { packs, nextId, onEvent } = seat.parlour;
  const stake = amountOf(pack.bet);
  const spun = spinFreely(seat, stake);
  const played = packs.play(pack, renderAmount(spun.win));
  if (played === undefined) return undefined;
  oweAsSet(seat, played, spun);
  onEvent.packs();
  return keepRound(seat, {
    ...{ roundId: nextId(), state: 'settled', stake, freeSpin: true, transactions: [] },
    ...spun,
  });
};

/** The quirk packWin: a win is sent at once, or their sum before is_finish; else after it. */
const oweAsSet = (seat: Seat, pack: Pack, { win }: Pick<RoundRecord, 'win'>): void => {
  const { packWin } = seat.parlour;
  if (packWin === 'per-spin') oweWin(seat, pack, win);
  if (packWin === 'before-finish' && pack.played >= pack.total) {
    oweWin(seat, pack, amountOf(pack.accumulatedWin));
  }
};

type FreeRound = Pick<RoundRecord, 'win' | 'reels' | 'burst' | 'cashedOutAt'>;

/** What a free spin wins. In a crash game nobody waits for it: it cashes out by itself, at 2.00. */
const spinFreely = (seat: Seat, stake: Amount): FreeRound => {
  if (seat.kind === 'slot') return spinReels(seat, stake);
  const round = { roundId: '', state: 'open', stake, win: zero, transactions: [] } as const;
  const { win, burst, cashedOutAt } = endAt(
    { ...round, ...fateOf(seat) },
    cashOutPoint(seat),
    seat.launch.currency,
  );
  return {
    win,
    ...(burst === undefined ? {} : { burst }),
    ...(cashedOutAt === undefined ? {} : { cashedOutAt }),
  };
};

const byItself = amountOf('2');

const least = amountOf('1.01');

const most = amountOf('1000');

/** A forced win is taken where it was forced. */
const cashOutPoint = ({ forced }: Seat): Amount => {
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
export const synchronize = async (seat: Seat): Promise<ShownBalance> => {
  const earlier = await payOwed(seat);
  const pack = activePack(seat);
  const outcome = await seat.send(getBalanceOf(seat, pack));
  if (pack !== undefined && outcome.kind !== 'unclear') finish(seat, pack);
  const paid = await payNew(seat, earlier);
  return paid ?? describeOutcome(outcome, seat.launch.currency);
};

/** Section 3: after the notification with is_finish the pack is over, and later ones carry none. */
const finish = (seat: Seat, told: Pack): void => {
  const { packs, packWin, onEvent } = seat.parlour;
  if (told.played < told.total) return;
  const finished = packs.finish(told);
  if (finished === undefined) return;
  if (packWin === 'after-finish') oweWin(seat, finished, amountOf(finished.accumulatedWin));
  onEvent.packs();
};

/** What failed a moment ago is left for the next action. */
const payNew = async (
  seat: Seat,
  earlier: ShownBalance | undefined,
): Promise<ShownBalance | undefined> =>
  earlier?.kind === 'problem' ? earlier : await payOwed(seat);

/** Puts a win of the pack on its account, as a makeBet of bet 0; nothing where nothing was won. */
const oweWin = (seat: Seat, pack: Pack, win: Amount): void => {
  if (win.eq(0)) return;
  const { packs, nextId } = seat.parlour;
  const due = makeBetOf(seat, { roundId: nextId(), bet: zero, win, roundFinished: true });
  packs.owe(pack, due);
};

/**
 * Sends every win of packs that the player is owed, in whichever game, until one is not confirmed.
 * Answers the last balance, or why the win is not paid; undefined where nothing was owed.
 */
export const payOwed = async (seat: Seat): Promise<ShownBalance | undefined> => {
  if (seat.mode === 'demo') return undefined;
  let shown: ShownBalance | undefined;
  for (const { pack, due } of duesOf(seat)) {
    const outcome = await payOnce(seat, pack, due);
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

const duesOf = ({ parlour, launch }: Seat): readonly Due[] =>
  parlour.packs
    .owing(launch)
    .flatMap((pack) => (pack.owed ?? []).map((due): Due => ({ pack, due })));

const unpaid = (shown: ShownBalance): ShownBalance =>
  shown.kind === 'balance'
    ? shown
    : { ...shown, message: 'The win of your free spins is not paid yet. It will be sent again.' };

/** Undefined when another table is sending it just now. */
const payOnce = async (
  seat: Seat,
  pack: Pack,
  due: MakeBet,
): Promise<CallbackOutcome | undefined> => {
  const { sending, packs } = seat.parlour;
  if (sending.has(due.transactionId)) return undefined;
  sending.add(due.transactionId);
  try {
    const outcome = await sendBet(seat, due);
    const isOver = outcome.kind === 'balance' || outcome.kind === 'rolled-back';
    if (isOver) packs.settle(pack, due.transactionId);
    // Cancelled, so that this transaction_id is used up; the player still has the win to come.
    if (outcome.kind === 'rolled-back') packs.owe(pack, anew(seat, due));
    return outcome;
  } finally {
    sending.delete(due.transactionId);
  }
};

const anew = ({ parlour }: Seat, due: MakeBet): MakeBet => ({
  ...due,
  transactionId: parlour.nextId(),
  requestId: parlour.nextId(),
});
