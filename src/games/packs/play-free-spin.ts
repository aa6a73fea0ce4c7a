import { amountOf, renderAmount } from '../../money/amount.ts';
import type { Pack } from '../../platform/create-packs.ts';
import { keepRound } from '../keep-round.ts';
import type { Move } from '../move.ts';
import type { RoundRecord } from '../round-record.ts';
import type { Seat } from '../seat.ts';
import { activePack } from './active-pack.ts';
import { oweWin } from './owe-win.ts';
import { payOwed } from './pay-owed.ts';
import { spinFreely } from './spin-freely.ts';
import { synchronize } from './synchronize.ts';

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
