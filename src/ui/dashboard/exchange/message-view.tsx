import type { VNode } from 'preact';
import type { ExchangeDetail } from '../../../spec/admin/exchange-row.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { BodyView } from './body-view.tsx';

/** The request as it was sent. */
export const RequestView = ({ request }: Pick<ExchangeDetail, 'request'>): VNode => (
  <section class="message" aria-labelledby="request">
    <h2 id="request">Request</h2>
    <p class="first-line">
      <code>
        {visibleText(request.method)} {visibleText(request.url)}
      </code>
    </p>
    <HeaderList headers={request.headers} of="request" />
    <BodyView body={request.body} label="Body of the request" />
  </section>
);

/** The answer as it came, or why there is none. */
export const AnswerView = ({ answer }: Pick<ExchangeDetail, 'answer'>): VNode => (
  <section class="message" aria-labelledby="answer">
    <h2 id="answer">Answer</h2>
    {answer.kind === 'failed' ? (
      <p class="first-line tone-bad">
        No answer: <code>{answer.failure}</code>. {visibleText(answer.message)}
      </p>
    ) : (
      <>
        <p class="first-line">
          <code>HTTP {answer.status}</code>
        </p>
        <HeaderList headers={answer.headers} of="answer" />
        <BodyView body={answer.body} label="Body of the answer" />
      </>
    )}
  </section>
);

const HeaderList = ({
  headers,
  of,
}: {
  readonly headers: Readonly<Record<string, string>>;
  readonly of: string;
}): VNode => {
  const all = Object.entries(headers);
  return (
    <details>
      <summary>
        {all.length} {all.length === 1 ? 'header' : 'headers'} of the {of}
      </summary>
      <dl class="facts headers">
        {all.map(([name, value]) => (
          <div key={name}>
            <dt>
              <code>{visibleText(name)}</code>
            </dt>
            <dd>
              <code>{visibleText(value)}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
};
