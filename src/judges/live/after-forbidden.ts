import type { Call } from '../call.ts';
import { hearAnswer } from '../hear-answer.ts';
import { openingBalance } from '../opening-balance.ts';
import type { AccountState } from './account-state.ts';
import type { ForbiddenCall } from './forbidden-call.ts';
import type { World } from './world.ts';
import { balanceIn } from './world.ts';

/**
 * The account after a call that must be refused. What the agent says that it took by it was told
 * with its answer; what it moved in silence, the next balance tells.
 */
export const afterForbidden = (
  state: AccountState,
  call: Call,
  forbidden: ForbiddenCall,
): AccountState => {
  if (state.worlds.length === 0) return state;
  const { bet, win } = forbidden;
  const answer = hearAnswer(call.exchange);
  const actual =
    answer.kind === 'balance' ? openingBalance(answer.balance, state.account.currency) : undefined;
  const isTaken = (world: World): boolean =>
    actual?.minus(balanceIn(world)).eq(win.minus(bet)) === true;
  if (!win.eq(bet) && state.worlds.every(isTaken)) {
    const worlds = state.worlds.map((world) => ({
      ...world,
      gap: world.gap.plus(win).minus(bet),
    }));
    return { ...state, worlds, doubt: undefined };
  }
  const { label, exchange } = call;
  return { ...state, doubt: { kind: 'refused', exchangeId: exchange.id, label, bet, win } };
};
