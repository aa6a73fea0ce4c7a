import type { VNode } from 'preact';
import type { AmountText as Amount } from '../../../spec/callback.ts';

interface AmountTextProps {
  readonly amount: Amount | undefined;
  readonly currency?: string | undefined;
}

/** An amount as it was written, with figures of one width; nothing where there is none. */
export const AmountText = ({ amount, currency }: AmountTextProps): VNode | null =>
  amount === undefined ? null : (
    <span class="amount">
      {amount}
      {currency === undefined ? '' : ` ${currency}`}
    </span>
  );
