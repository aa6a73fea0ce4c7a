import type { ComponentChildren, VNode } from 'preact';
import type { AccountStatement } from '../../../formats/judgement.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Amount, decimalSign, magnitude } from '../../parts/amounts.tsx';
import { SinceBreach, sinceSentence } from '../../parts/since-breach.tsx';

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
            <Amount amount={expected} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>the agent says</dt>
          <dd>{actual === undefined ? '–' : <Amount amount={actual} currency={currency} />}</dd>
        </div>
      </dl>
      <Difference account={account} />
      <Equation account={account} />
      {children}
    </article>
  );
};

const Difference = ({ account }: { readonly account: AccountStatement }): VNode => {
  const { actual, difference, since } = account;
  const look = account.undecided === undefined ? lookOf(actual, difference) : undecided;
  return (
    <p class={look.tone}>
      <span aria-hidden="true">{look.sign}</span> {differenceSentence(account)}{' '}
      {since === undefined ? null : <SinceBreach sentence={sinceSentence(since)} since={since} />}
    </p>
  );
};

const lookOf = (actual: string | undefined, difference: string | undefined) => {
  if (actual === undefined) return { tone: 'tone-none', sign: '–' };
  const isSame = difference === undefined || decimalSign(difference) === 'zero';
  return isSame ? { tone: 'tone-good', sign: '✓' } : { tone: 'tone-bad', sign: '✗' };
};

/** As the exchange says that it is not judged. */
const undecided = { tone: 'tone-none', sign: '–' };

type SaidBalance = Pick<AccountStatement, 'currency' | 'actual' | 'difference' | 'undecided'>;

/** What the agent's balance is against the ledger's, in words. */
export const differenceSentence = (account: SaidBalance): string => {
  const { currency, actual, difference, undecided: open } = account;
  if (actual === undefined) return 'The agent has not said a balance yet.';
  if (difference === undefined || decimalSign(difference) === 'zero') {
    return 'The agent says the same.';
  }
  const word = decimalSign(difference) === 'negative' ? 'less' : 'more';
  const next = open === undefined ? '' : ' The next answer tells what that is.';
  return `The agent says ${magnitude(difference)} ${currency} ${word} than the ledger expects.${next}`;
};

/** opening − bets + wins ± rollbacks = balance, with the numbers of the account. */
const Equation = ({ account }: { readonly account: AccountStatement }): VNode => (
  <p class="equation">
    {equationOf(account).map(({ sign, amount, name }) => (
      <span key={name} class="term">
        {sign === '' ? '' : `${sign} `}
        <Amount amount={amount} />
        <span class="name"> {name}</span>{' '}
      </span>
    ))}
    <span class="term result">
      = <Amount amount={account.expected} currency={account.currency} />
      <span class="name"> balance</span>
    </span>
  </p>
);

/** A term of the equation; `sign` stands before it, empty before the first. */
interface EquationTerm {
  readonly sign: '' | '+' | '−';
  readonly amount: string;
  readonly name: string;
}

type Sums = Pick<AccountStatement, 'opening' | 'bets' | 'wins' | 'rollbacks' | 'elsewhere'>;

/**
 * opening − bets + wins ± rollbacks ± elsewhere, the right side left out. What others moved is
 * only there when something was.
 */
export const equationOf = (account: Sums): readonly EquationTerm[] => [
  { sign: '', amount: account.opening.replace(/^-/, '−'), name: 'opening' },
  { sign: '−', amount: account.bets, name: 'bets' },
  { sign: '+', amount: account.wins, name: 'wins' },
  signed(account.rollbacks, 'rollbacks'),
  ...(decimalSign(account.elsewhere) === 'zero' ? [] : [signed(account.elsewhere, 'elsewhere')]),
];

const signed = (amount: string, name: string): EquationTerm => ({
  sign: decimalSign(amount) === 'negative' ? '−' : '+',
  amount: magnitude(amount),
  name,
});
