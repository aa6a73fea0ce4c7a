import type { ComponentChildren, VNode } from 'preact';
import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { Arithmetic } from '../../../components/breach-card.tsx';
import { splitCause } from '../../../components/breach-view.ts';
import { amountsIn, Money } from '../../../components/money.tsx';
import { VerdictMark } from '../../../components/verdict-mark.tsx';
import type { EarlierBreach, Finding } from '../../../formats/judgement.ts';
import { findings as findingRecords } from '../../../spec/finding.ts';
import type { CallVerdict } from '../../../spec/verdict.ts';
import { decimalDifference } from '../../parts/amounts.tsx';
import { againText } from '../../parts/exchange-rows.ts';
import { ExplainFinding, ExplainRequirement } from '../../parts/explain.tsx';
import { SinceBreach } from '../../parts/since-breach.tsx';
import { TimeText } from '../../parts/time.tsx';
import { resultOf } from '../traffic/row-cells.tsx';
import { hrefOfCall } from '../traffic/traffic-session.ts';

// One call in three sizes: a row of a list, a tile among others, the head of a pane.

/** What is said of an answer, whoever says it. */
export interface ToldCall {
  readonly verdict?: CallVerdict | undefined;
  /** The judgement, or else what happened. */
  readonly sentence: string;
  readonly currency?: string | undefined;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  readonly since?: EarlierBreach | undefined;
  readonly findings: readonly Finding[];
}

/** A call as a tile: what it is, what is said of it, and what can be done next. */
export const CallTile = ({
  name,
  exchangeId,
  call,
  children,
}: {
  readonly name: string;
  readonly exchangeId: string;
  readonly call: ToldCall;
  readonly children?: ComponentChildren;
}): VNode => (
  <article class={`judgement tile-size ${call.verdict ?? ''}`}>
    <h3>
      <a href={hrefOfCall(exchangeId)}>{name}</a>
    </h3>
    <Told call={call} />
    {children === undefined ? null : <p class="row">{children}</p>}
  </article>
);

/** The head of the pane of a call: the same, and what is broken with why it is asked. */
export const CallVerdictHead = ({ call }: { readonly call: ToldCall }): VNode => (
  <section class={`judgement ${call.verdict ?? ''}`} aria-label="Judgement">
    <Told call={call} />
    {call.findings.map(({ requirement, code }) => (
      <div key={`${requirement} ${code}`} class="why">
        <ExplainRequirement id={requirement} />
        <ExplainFinding code={code} />
      </div>
    ))}
  </section>
);

/** `✗ 1,003.00, due 1,001.00 (+2.00) RB-02`, then the cause and the change; of a right answer the sentence alone. */
const Told = ({ call }: { readonly call: ToldCall }): VNode => {
  const { verdict, sentence, since, findings } = call;
  const difference = differenceOf(call);
  const [said] = sentence.split(' Likely cause: ');
  return (
    <>
      <p class="lead">
        <VerdictMark verdict={verdict} />{' '}
        {difference === undefined ? (
          since === undefined ? (
            amountsIn(visibleText(findings.some(hasCause) ? (said ?? '') : sentence))
          ) : (
            <SinceBreach sentence={amountsIn(sentence)} since={since} />
          )
        ) : (
          <Figures call={call} difference={difference} />
        )}{' '}
        {[...new Set(findings.map(({ requirement }) => requirement))].map((id) => (
          <span key={id} class="badge">
            {visibleText(id)}
          </span>
        ))}
      </p>
      {findings.map((finding, index) => (
        <Reason
          key={`${finding.code} ${index}`}
          finding={finding}
          isTold={difference === undefined && sentence.includes(finding.message)}
          isInFigures={difference !== undefined && finding.actual === call.actual}
        />
      ))}
    </>
  );
};

const hasCause = ({ likelyCause }: Finding): boolean => likelyCause !== undefined;

/** `+2.00`: what the agent said more than was due; nothing where it is not wrong, or said no amount. */
const differenceOf = ({ verdict, expected, actual }: ToldCall): string | undefined => {
  if (verdict === 'consistent' || expected === undefined || actual === undefined) return undefined;
  return decimalDifference(actual, expected);
};

const Figures = ({ call, difference }: { readonly call: ToldCall; readonly difference: string }): VNode => (
  <>
    <Money amount={call.actual} currency={call.currency} look="wrong" />, due{' '}
    <Money amount={call.expected} currency={call.currency} /> (<Money amount={difference} />)
  </>
);

interface ReasonProps {
  readonly finding: Finding;
  /** The sentence above says what happened. */
  readonly isTold: boolean;
  /** The figures above say what was due and what came. */
  readonly isInFigures: boolean;
}

/** Why it is wrong, and what to change in the agent. */
const Reason = ({ finding: { code, message, likelyCause = '', weight }, isTold, isInFigures }: ReasonProps): VNode => {
  const { cause, arithmetic } = splitCause(likelyCause);
  return (
    <>
      {isTold || isInFigures ? null : <p>{amountsIn(visibleText(message))}</p>}
      {arithmetic === undefined || isInFigures ? null : <Arithmetic text={arithmetic} />}
      {cause === undefined ? null : <p>Likely cause: {amountsIn(visibleText(cause))}</p>}
      {weight === 'note' ? null : (
        <p>
          <strong>Change:</strong> {findingRecords[code].hint}
        </p>
      )}
    </>
  );
};

/** Calls as rows, oldest first; `current`: the one that is open, which is no link. */
export const CallRows = ({
  rows,
  current,
}: {
  readonly rows: readonly ExchangeRow[];
  readonly current?: string;
}): VNode => (
  <ol class="call-rows">
    {rows.map((row) => (
      <li key={row.id} class={row.id === current ? 'this' : undefined} aria-current={row.id === current || undefined}>
        <VerdictMark verdict={row.verdict} />
        <span>
          {row.id === current ? row.kind : <a href={hrefOfCall(row.id)}>{row.kind}</a>}
          {againText(row)}{' '}
          <span class="quiet">
            <Moved name="bet" amount={row.bet} /> <Moved name="win" amount={row.win} />
          </span>
        </span>
        <span class="number">
          {row.balance === undefined ? (
            visibleText(resultOf(row).text)
          ) : (
            <Money amount={row.balance} look={row.verdict === 'wrong' ? 'wrong' : undefined} />
          )}
        </span>
        <span class="quiet">
          <TimeText at={row.startedAt} />
        </span>
      </li>
    ))}
  </ol>
);

const Moved = ({ name, amount }: { readonly name: string; readonly amount: string | undefined }): VNode | null =>
  amount === undefined || !/[1-9]/.test(amount) ? null : (
    <>
      {name} <Money amount={amount} />
    </>
  );
