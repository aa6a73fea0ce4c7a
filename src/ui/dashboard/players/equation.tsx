import type { VNode } from 'preact';
import type { AccountStatement } from '../../../spec/account-statement.ts';
import { AmountText } from '../parts/amount-text.tsx';
import { equationOf } from './equation-of.ts';

/** opening − bets + wins ± rollbacks = balance, with the numbers of the account. */
export const Equation = ({ account }: { readonly account: AccountStatement }): VNode => (
  <p class="equation">
    {equationOf(account).map(({ sign, amount, name }) => (
      <span key={name} class="term">
        {sign === '' ? '' : `${sign} `}
        <AmountText amount={amount} />
        <span class="name"> {name}</span>{' '}
      </span>
    ))}
    <span class="term result">
      = <AmountText amount={account.expected} currency={account.currency} />
      <span class="name"> balance</span>
    </span>
  </p>
);
