import type { Amount } from '../../money/amount.ts';
import { zero } from '../../money/amount.ts';
import type { Pack } from '../../platform/create-packs.ts';
import { makeBetOf } from '../callbacks/make-bet-of.ts';
import type { Seat } from '../seat.ts';

/** Puts a win of the pack on its account, as a makeBet of bet 0; nothing where nothing was won. */
export const oweWin = (seat: Seat, pack: Pack, win: Amount): void => {
  if (win.eq(0)) return;
  const { packs, nextId } = seat.parlour;
  const due = makeBetOf(seat, { roundId: nextId(), bet: zero, win, roundFinished: true });
  packs.owe(pack, due);
};
