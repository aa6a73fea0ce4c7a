import type { ForcedOutcome, ForceOrder } from '../../spec/game-page.ts';
import type { Move } from '../move.ts';
import type { Seat } from '../seat.ts';
import { betTooMuch } from './bet-too-much.ts';
import { parseForceOrder } from './parse-force-order.ts';
import { payBonus } from './pay-bonus.ts';
import { rollBackLast } from './roll-back-last.ts';

/** An outcome of the drawer: some are sent at once, the others wait for the next round. */
export const force = async (seat: Seat, body: unknown): Promise<Move> => {
  const parsed = parseForceOrder(body, seat.launch.currency);
  if (parsed.kind === 'no order') return { notice: parsed.message };
  const { order } = parsed;
  if (seat.mode === 'demo' && needsAgent.has(order.outcome)) {
    return { notice: 'A demo sends no callbacks. Open the game with get_game_link for this.' };
  }
  return sendNow(seat, order) ?? wait(seat, order);
};

const needsAgent: ReadonlySet<ForcedOutcome> = new Set([
  'insufficient-funds',
  'bonus',
  'answer-lost',
  'rollback',
]);

const sendNow = (seat: Seat, { outcome, amount }: ForceOrder): Promise<Move> | undefined => {
  switch (outcome) {
    case 'insufficient-funds':
      return betTooMuch(seat);
    case 'bonus':
      return payBonus(seat, amount ?? '10');
    case 'rollback':
      return rollBackLast(seat);
    default:
      return undefined;
  }
};

const wait = (seat: Seat, order: ForceOrder): Move => {
  seat.forced = order;
  return {};
};
