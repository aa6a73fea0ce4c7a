import type { VNode } from 'preact';
import type { ExchangeDetail } from '../../../api/schemas/exchanges.ts';
import type { ExchangeJudgement, Finding } from '../../../formats/judgement.ts';
import { ownRefusals, refusals } from '../../../spec/refusal.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Amount, decimalDifference } from '../../parts/amounts.tsx';
import { SinceBreach } from '../../parts/since-breach.tsx';
import { VerdictMark } from '../../parts/verdict-mark.tsx';

/** What the ledger says of the answer: the sentence first, then the balances, then each breach. */
export const JudgementView = ({ detail }: { readonly detail: ExchangeDetail }): VNode => {
  const { judgement } = detail;
  if (judgement === undefined) return <p class="lead">{plainSentence(detail)}</p>;
  return (
    <section class={`judgement ${judgement.verdict}`} aria-label="Judgement">
      <p class="lead">
        <VerdictMark verdict={judgement.verdict} />{' '}
        {judgement.since === undefined ? (
          visibleText(judgement.sentence)
        ) : (
          <SinceBreach sentence={judgement.sentence} since={judgement.since} />
        )}
      </p>
      <Balances judgement={judgement} currency={detail.currency} />
      {judgement.findings.map((finding, index) => (
        <FindingView key={`${finding.code} ${index}`} finding={finding} />
      ))}
    </section>
  );
};

const Balances = ({
  judgement: { before, expected, actual },
  currency,
}: {
  readonly judgement: ExchangeJudgement;
  readonly currency: string | undefined;
}): VNode | null => {
  if (expected === undefined && actual === undefined) return null;
  const isBoth = expected !== undefined && actual !== undefined;
  const difference = isBoth ? decimalDifference(actual, expected) : undefined;
  return (
    <dl class="balances">
      <Balance title="Before" amount={before} currency={currency} />
      <Balance title="Expected" amount={expected} currency={currency} />
      <Balance title="The agent says" amount={actual} currency={currency} />
      <Balance title="Difference" amount={difference} currency={currency} />
    </dl>
  );
};

interface BalanceProps {
  readonly title: string;
  readonly amount: string | undefined;
  readonly currency: string | undefined;
}

const Balance = ({ title, amount, currency }: BalanceProps): VNode | null =>
  amount === undefined ? null : (
    <div class={title === 'Difference' ? 'difference' : undefined}>
      <dt>{title}</dt>
      <dd>
        <Amount amount={visibleText(amount)} currency={currency} />
      </dd>
    </div>
  );

const FindingView = ({ finding }: { readonly finding: Finding }): VNode => (
  <div class="finding">
    <p class="what">
      {visibleText(finding.message)} <code>{finding.code}</code>
    </p>
    {finding.likelyCause === undefined ? null : (
      <p>Likely cause: {visibleText(finding.likelyCause)}</p>
    )}
    <p class="quiet">
      Requirement <code>{finding.requirement}</code>; more:{' '}
      <code>walletproof explain {finding.code}</code>
    </p>
  </div>
);

type WhatHappened = Pick<ExchangeDetail, 'direction' | 'status' | 'error' | 'failure' | 'answer'>;

/** What happened, where no ledger has judged it. */
const plainSentence = (exchange: WhatHappened): string => {
  const { direction, status, error, answer } = exchange;
  if (answer.kind === 'failed') return `There was no answer: ${answer.message}`;
  const who = direction === 'callback' ? 'The agent' : 'The platform';
  if (error === undefined) return `${who} answered HTTP ${status}.`;
  return `${who} answered HTTP ${status}, ${error}${meaningOf(exchange)}`;
};

const meanings: Readonly<Record<string, { readonly meaning: string }>> = {
  ...refusals,
  ...ownRefusals,
};

const meaningOf = ({ direction, error = '' }: WhatHappened): string =>
  direction === 'operation' && Object.hasOwn(meanings, error)
    ? `: ${meanings[error]?.meaning ?? ''}`
    : '.';
