import type { VNode } from 'preact';
import { showAmount } from '../amounts/show-amount.ts';
import type { Part } from '../part.ts';
import { cashOutAmount } from './cash-out-amount.ts';
import { useFlight } from './use-flight.ts';

/** `Cash out 23.50 USD`, climbing with the round. */
export const CashOutLabel = (part: Part): VNode => {
  const { round, scene } = part.state;
  const { multiplier } = useFlight(part);
  const scale = scene?.scale ?? 0;
  const amount = cashOutAmount(round?.stake ?? '', multiplier.toFixed(2), scale);
  return (
    <>
      Cash out
      {amount === undefined ? null : (
        <span class="would-be" aria-hidden="true">
          {showAmount(amount, scale)} {scene?.currency}
        </span>
      )}
    </>
  );
};
