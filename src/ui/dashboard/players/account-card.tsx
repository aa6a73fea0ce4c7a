import type { ComponentChildren, VNode } from 'preact';
import { Money, tooMuch } from '../../../components/money.tsx';
import type { AccountStatement } from '../../../formats/judgement.ts';
import { decimalSign, magnitude } from '../../parts/amounts.tsx';
import { SinceBreach, sinceSentence } from '../../parts/since-breach.tsx';
import { clockText } from '../../parts/time.tsx';

interface AccountCardProps {
  readonly account: AccountStatement;
  readonly title: ComponentChildren;
  /** Stands beside the statement. */
  readonly aside?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** An account as a ledger statement, beside what the agent says. */
export const AccountCard = ({ account, title, aside, children }: AccountCardProps): VNode => (
  <article class="card account">
    <header class="row">{title}</header>
    <div class="books">
      <Statement account={account} />
      {aside}
    </div>
    <Comparison account={account} />
    <BeforeRestart account={account} />
    {children}
  </article>
);

/** opening − bets + wins ± rollbacks ± runs ± elsewhere = expected, a line each. */
const Statement = ({ account }: { readonly account: AccountStatement }): VNode => {
  const { expected, actual, difference, currency, asOf } = account;
  const isApart = !isZero(difference);
  const look = isApart && asOf === undefined ? 'apart' : 'plain';
  return (
    <table class="statement">
      <caption class="unseen">Statement in {currency}</caption>
      <tbody>
        {termsOf(account).map(({ sign, amount, name }) => (
          <Line key={name} name={`${sign} ${name}`.trim()} amount={amount} />
        ))}
        <Line name="= the ledger expects" amount={expected} look="sum" />
        <Line name="the agent says" amount={actual ?? '–'} look={look} />
        {isApart ? <Line name="difference" amount={signedText(difference ?? '')} look={look} /> : null}
      </tbody>
    </table>
  );
};

const Line = ({
  name,
  amount,
  look = 'plain',
}: {
  readonly name: string;
  readonly amount: string;
  readonly look?: 'plain' | 'sum' | 'apart';
}): VNode => (
  <tr class={look === 'plain' ? undefined : look}>
    <th scope="row">{name}</th>
    <td class="number">
      <Money amount={amount} look={look === 'apart' ? 'wrong' : undefined} />
    </td>
  </tr>
);

/** A line of the statement; `sign` stands before it, empty before the first. */
interface StatementTerm {
  readonly sign: '' | '+' | '−';
  readonly amount: string;
  readonly name: string;
}

type Sums = Pick<AccountStatement, 'opening' | 'bets' | 'wins' | 'rollbacks' | 'runs' | 'elsewhere'>;

/** The lines that lead to what is expected; what others moved is only there when something was. */
export const termsOf = (account: Sums): readonly StatementTerm[] => [
  { sign: '', amount: account.opening, name: 'opening' },
  { sign: '−', amount: account.bets, name: 'bets' },
  { sign: '+', amount: account.wins, name: 'wins' },
  signed(account.rollbacks, 'rollbacks'),
  ...(isZero(account.runs) ? [] : [signed(account.runs, 'runs')]),
  ...(isZero(account.elsewhere) ? [] : [signed(account.elsewhere, 'elsewhere')]),
];

const signed = (amount: string, name: string): StatementTerm => ({
  sign: decimalSign(amount) === 'negative' ? '−' : '+',
  amount: magnitude(amount),
  name,
});

const signedText = (amount: string): string => `${decimalSign(amount) === 'negative' ? '−' : '+'}${magnitude(amount)}`;

const isZero = (amount: string | undefined): boolean => amount === undefined || decimalSign(amount) === 'zero';

/** The sentence to it, and since when. What was before a restart is told, and is no verdict any more. */
const Comparison = ({ account }: { readonly account: AccountStatement }): VNode => {
  const { actual, difference, since, asOf, undecided } = account;
  const isOpen = asOf !== undefined || undecided !== undefined || actual === undefined;
  const look = isOpen ? looks.open : isZero(difference) ? looks.same : looks.apart;
  return (
    <p class={look.tone}>
      <span aria-hidden="true">{look.sign}</span>{' '}
      {asOf === undefined ? '' : `As of ${clockText(asOf)}, before the restart. `}
      {comparisonSentence(account)}{' '}
      {since === undefined ? null : <SinceBreach sentence={sinceSentence(since)} since={since} />}
      {asOf === undefined ? '' : ' The ledger begins again with the next balance.'}
    </p>
  );
};

const looks = {
  open: { tone: 'tone-none', sign: '–' },
  same: { tone: 'tone-good', sign: '✓' },
  apart: { tone: 'tone-bad', sign: '✗' },
} as const;

type SaidBalance = Pick<AccountStatement, 'currency' | 'actual' | 'difference' | 'undecided'>;

/** What the agent's balance is against the ledger's, in words. */
export const comparisonSentence = (account: SaidBalance): string => {
  const { currency, actual, difference = '0', undecided } = account;
  if (actual === undefined) return 'The agent has not said a balance yet.';
  if (isZero(difference)) return 'The agent says the same.';
  const word = decimalSign(difference) === 'negative' ? 'less' : 'more';
  const next = undecided === undefined ? '' : ' The next answer tells what that is.';
  return `The agent says ${magnitude(difference)} ${currency} ${word} than the ledger expects.${next}`;
};

const BeforeRestart = ({ account: { beforeRestart, asOf } }: { readonly account: AccountStatement }): VNode | null => {
  if (beforeRestart === undefined || asOf !== undefined) return null;
  const { at, difference, since } = beforeRestart;
  const sentence = `Before the restart, at ${clockText(at)}, it was ${tooMuch(difference)}`;
  return (
    <p class="quiet">
      {since === undefined ? `${sentence}.` : <SinceBreach sentence={`${sentence}, since the breach.`} since={since} />}{' '}
      The ledger has begun again since, with the balance that the agent said.
    </p>
  );
};
