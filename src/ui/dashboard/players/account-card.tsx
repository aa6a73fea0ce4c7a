import type { ComponentChildren, VNode } from 'preact';
import type { AccountStatement } from '../../../spec/account-statement.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { AmountText } from '../parts/amount-text.tsx';
import { decimalSign } from './decimal-sign.ts';
import { differenceSentence } from './difference-sentence.ts';
import { Equation } from './equation.tsx';

/** An account: the ledger's balance beside the agent's, and how it came about. */
export const AccountCard = ({
  account,
  title,
  children,
}: {
  readonly account: AccountStatement;
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
}): VNode => {
  const { expected, actual, currency, playerUsername } = account;
  return (
    <article class="card account">
      <header class="row">
        <h2>{title}</h2>
        <span class="quiet">{visibleText(playerUsername)}</span>
      </header>
      <dl class="balances">
        <div>
          <dt>the ledger expects</dt>
          <dd>
            <AmountText amount={expected} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>the agent says</dt>
          <dd>{actual === undefined ? '–' : <AmountText amount={actual} currency={currency} />}</dd>
        </div>
      </dl>
      <Difference account={account} />
      <Equation account={account} />
      {children}
    </article>
  );
};

const Difference = ({ account }: { readonly account: AccountStatement }): VNode => {
  const { actual, difference } = account;
  const look = lookOf(actual, difference);
  return (
    <p class={look.tone}>
      <span aria-hidden="true">{look.sign}</span> {differenceSentence(account)}
    </p>
  );
};

const lookOf = (actual: string | undefined, difference: string | undefined) => {
  if (actual === undefined) return { tone: 'tone-none', sign: '–' };
  const isSame = difference === undefined || decimalSign(difference) === 'zero';
  return isSame ? { tone: 'tone-good', sign: '✓' } : { tone: 'tone-bad', sign: '✗' };
};
