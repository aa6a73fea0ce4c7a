import { amountOf } from '../../money/amount.ts';
import type { Pack } from '../../platform/create-packs.ts';
import type { ShownBalance } from '../../spec/game-page.ts';
import { getBalanceOf } from '../callbacks/get-balance-of.ts';
import { describeOutcome } from '../describe-outcome.ts';
import type { Seat } from '../seat.ts';
import { activePack } from './active-pack.ts';
import { oweWin } from './owe-win.ts';
import { payOwed } from './pay-owed.ts';

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
