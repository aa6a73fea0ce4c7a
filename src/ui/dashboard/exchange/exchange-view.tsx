import type { VNode } from 'preact';
import type { ExchangeDetail } from '../../../spec/admin/exchange-row.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { ExchangeFacts } from './exchange-facts.tsx';
import { JudgementView } from './judgement-view.tsx';
import { AnswerView, RequestView } from './message-view.tsx';
import { RelatedTable } from './related-table.tsx';
import { ResendActions } from './resend-actions.tsx';
import { DoctorView, SigningView } from './signing-view.tsx';

/** Everything about one exchange, what it means first. */
export const ExchangeView = ({ detail }: { readonly detail: ExchangeDetail }): VNode => (
  <article class="exchange">
    <h1>{titleOf(detail)}</h1>
    <JudgementView detail={detail} />
    <DoctorView explanation={detail.explanation} />
    <ResendActions key={detail.id} detail={detail} />
    <ExchangeFacts detail={detail} />
    <div class="messages">
      <RequestView request={detail.request} />
      <AnswerView answer={detail.answer} />
    </div>
    <RelatedTable related={detail.related} />
    <SigningView detail={detail} />
    <section class="part" aria-labelledby="curl">
      <h2 id="curl">Send it from a shell</h2>
      <CodeBlock text={detail.curl} label="As a curl command" />
    </section>
  </article>
);

const titleOf = ({ kind, direction, attempt = 1, bet, win }: ExchangeDetail): string => {
  const way = direction === 'callback' ? 'to the agent' : 'from the agent';
  const amounts = [
    bet === undefined ? '' : `bet ${bet}`,
    win === undefined ? '' : `win ${win}`,
    attempt > 1 ? `attempt ${attempt}` : '',
  ];
  return [`${kind} ${way}`, ...amounts.filter((text) => text !== '')].join(', ');
};
