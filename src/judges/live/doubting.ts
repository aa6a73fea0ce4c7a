import { amountOf } from '../../money/amount.ts';
import type { AccountState, Doubt } from './account-state.ts';
import type { RefusedReading } from './reading.ts';

/** A refusal must have moved nothing: the next balance tells. */
export const doubting = (state: AccountState, { callback, call }: RefusedReading): AccountState => {
  const amounts = callback.type === 'makeBet' ? callback : { bet: '0', win: '0' };
  const doubt: Doubt = {
    kind: 'refused',
    exchangeId: call.exchange.id,
    label: call.label,
    bet: amountOf(amounts.bet),
    win: amountOf(amounts.win),
  };
  return { ...state, doubt };
};
