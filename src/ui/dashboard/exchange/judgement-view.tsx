import type { VNode } from 'preact';
import type { ExchangeDetail } from '../../../api/schemas/exchanges.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { Arithmetic } from '../../../components/breach-card.tsx';
import { splitCause } from '../../../components/breach-view.ts';
import { Money } from '../../../components/money.tsx';
import { VerdictMark } from '../../../components/verdict-mark.tsx';
import type { ExchangeJudgement, Finding } from '../../../formats/judgement.ts';
import { ownRefusals, refusals } from '../../../spec/refusal.ts';
import { decimalDifference } from '../../parts/amounts.tsx';
import { ExplainFinding, ExplainRequirement } from '../../parts/explain.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { SinceBreach } from '../../parts/since-breach.tsx';

/** What the ledger says of the answer: the sentence first, then the balances, then each breach. */
export const JudgementView = ({ detail }: { readonly detail: ExchangeDetail }): VNode => {
  const { judgement } = detail;
  if (judgement === undefined) {
    return <p class="judgement lead">{visibleText(plainSentence(detail))}</p>;
  }
  return (
    <section class={`judgement ${judgement.verdict}`} aria-label="Judgement">
      <p class="lead">
        <VerdictMark verdict={judgement.verdict} />{' '}
        {judgement.since === undefined ? (
          visibleText(saidOf(judgement))
        ) : (
          <SinceBreach sentence={judgement.sentence} since={judgement.since} />
        )}
      </p>
      <Balances judgement={judgement} currency={detail.currency} />
      {judgement.findings.map((finding, index) => (
        <FindingView
          key={`${finding.code} ${index}`}
          finding={finding}
          isTold={saidOf(judgement).includes(finding.message)}
        />
      ))}
    </section>
  );
};

/** What happened; the likely cause is told below. */
const saidOf = ({ sentence, findings }: ExchangeJudgement): string => {
  const [said = '', cause] = sentence.split(' Likely cause: ');
  const isBelow = findings.some(({ likelyCause }) => cause?.startsWith(likelyCause ?? '\n'));
  return isBelow ? said : sentence;
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
        <Money amount={amount} currency={currency} look={title === 'Difference' ? 'wrong' : undefined} />
      </dd>
    </div>
  );

/** What is broken and why; `isTold`: the sentence above says what happened. */
const FindingView = ({ finding, isTold }: { readonly finding: Finding; readonly isTold: boolean }): VNode => {
  const { cause, arithmetic } = splitCause(finding.likelyCause ?? '');
  return (
    <div class="finding">
      {isTold ? null : <p class="what">{visibleText(finding.message)}</p>}
      {arithmetic === undefined ? null : <Arithmetic text={arithmetic} />}
      {cause === undefined ? null : <p>Likely cause: {visibleText(cause)}</p>}
      <ExplainRequirement id={finding.requirement} />
      <ExplainFinding code={finding.code} />
      <p class="quiet">
        Among all <a href={hrefOf('findings')}>findings</a>
      </p>
    </div>
  );
};

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
  direction === 'operation' && Object.hasOwn(meanings, error) ? `: ${meanings[error]?.meaning ?? ''}` : '.';
