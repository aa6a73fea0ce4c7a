import type { VNode } from 'preact';
import type { CallTold } from '../../../spec/game-page.ts';
import type { CallVerdict } from '../../../spec/judgement.ts';

/** A callback in three lines: what was sent, what came back, what the ledger says. */
export const CallRow = ({ call }: { readonly call: CallTold }): VNode => (
  <li class={`call verdict-${call.verdict ?? 'none'}`}>
    <p class="head">
      <a
        href={`/#/exchanges/${encodeURIComponent(call.exchangeId)}`}
        target="_blank"
        rel="noopener"
      >
        {call.kind}
        <span class="hidden"> in the dashboard, in a new tab</span>
      </a>
      {call.attempt > 1 ? <span class="attempt">attempt {call.attempt}</span> : null}
      <Verdict verdict={call.verdict} />
      <span class="took">{Math.round(call.durationMs)} ms</span>
    </p>
    <p class="facts">
      <Facts call={call} />
    </p>
    {call.sentence === undefined ? null : <p class="sentence">{call.sentence}</p>}
  </li>
);

const Facts = ({ call }: { readonly call: CallTold }): VNode => (
  <>
    {call.bet === undefined ? null : <span>bet {call.bet}</span>}
    {call.win === undefined ? null : <span>win {call.win}</span>}
    <span>
      {call.status === null ? `no answer: ${call.failure ?? 'unknown'}` : `HTTP ${call.status}`}
    </span>
    {call.answer === undefined ? null : (
      <span>
        answer <code>{call.answer}</code>
      </span>
    )}
    {call.transactionId === undefined ? null : (
      <span class="transaction">
        transaction <code>{call.transactionId}</code>
      </span>
    )}
  </>
);

const marks: Readonly<Record<CallVerdict, string>> = {
  right: '✓',
  wrong: '✗',
  risky: '!',
  unjudged: '?',
};

const Verdict = ({ verdict }: { readonly verdict: CallVerdict | undefined }): VNode | null =>
  verdict === undefined ? null : (
    <span class="verdict">
      <span aria-hidden="true">{marks[verdict]}</span> {verdict}
    </span>
  );
