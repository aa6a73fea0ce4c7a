import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { ExchangeDetail, MessageBody } from '../../../api/schemas/exchanges.ts';
import { layOutJson } from '../../../base/lay-out-json.ts';
import { plural } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { cautionOf } from '../../../spec/dialect-caution.ts';
import type { ExchangeExplanation } from '../../../spec/exchange.ts';
import { Fact } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';

/** How bodies are shown: with a line for each member, or byte for byte. Who looks at bytes looks at those of the next call, too. */
const look = signal<'pretty' | 'raw'>('pretty');

/** What was sent and what was answered. */
export const BodiesView = ({
  detail: { request, answer },
}: {
  readonly detail: Pick<ExchangeDetail, 'request' | 'answer'>;
}): VNode => (
  <>
    <p class="row looks">
      {(['pretty', 'raw'] as const).map((name) => (
        <Button
          key={name}
          pressed={look.value === name}
          onPress={() => {
            look.value = name;
          }}
        >
          {name === 'pretty' ? 'Pretty' : 'Raw'}
        </Button>
      ))}
    </p>
    <div class="messages">
      <section class="message" aria-labelledby="request">
        <h3 id="request">Sent</h3>
        <BodyView body={request.body} label="Body of the request" />
      </section>
      <section class="message" aria-labelledby="answer">
        <h3 id="answer">{answer.kind === 'failed' ? 'No answer' : `Answered, HTTP ${answer.status}`}</h3>
        {answer.kind === 'failed' ? (
          <p class="tone-bad">
            <code>{answer.failure}</code>. {visibleText(answer.message)}
          </p>
        ) : (
          <BodyView body={answer.body} label="Body of the answer" />
        )}
      </section>
    </div>
  </>
);

/** Where it went, and the headers of both. */
export const HeadersView = ({
  detail: { request, answer },
}: {
  readonly detail: Pick<ExchangeDetail, 'request' | 'answer'>;
}): VNode => (
  <>
    <p class="first-line">
      <code>
        {visibleText(request.method)} {visibleText(request.url)}
      </code>
    </p>
    <HeaderList headers={request.headers} of="request" />
    {answer.kind === 'failed' ? null : <HeaderList headers={answer.headers} of="answer" />}
  </>
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
    <section class="part" aria-labelledby={`headers-${of}`}>
      <h3 id={`headers-${of}`}>
        {plural(all.length, 'header')} of the {of}
      </h3>
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
    </section>
  );
};

/** More is not put into the page; the button copies all of it. */
const mostShown = 100_000;

/** A body as it was sent. */
const BodyView = ({ body, label }: { readonly body: MessageBody; readonly label: string }): VNode => {
  const pretty = body.base64 === undefined ? prettyJson(body.text) : undefined;
  if (body.text === '') return <p class="quiet">The body is empty.</p>;
  const text = (look.value === 'pretty' ? pretty : undefined) ?? body.text;
  return (
    <div class="body">
      {pretty === undefined ? <p class="quiet">{noteOf(body)}</p> : null}
      <CodeBlock text={cut(text)} copied={body.base64 ?? body.text} label={label} />
    </div>
  );
};

const noteOf = ({ base64 }: MessageBody): string =>
  base64 === undefined
    ? 'This is no JSON: it stands here as it was sent.'
    : 'These bytes are no UTF-8: what cannot be read is marked, and the button copies them as base64.';

const cut = (text: string): string =>
  text.length <= mostShown ? text : `${text.slice(0, mostShown)}\n… and ${text.length - mostShown} more characters`;

/** A body as the dashboard lays it out; undefined for what is no JSON, or longer than 256 KiB. */
export const prettyJson = (text: string): string | undefined => layOutJson(text, { deepest: 20, longest: 262_144 });

/** What was wrong with a signature that was refused; nothing else. */
export const DoctorView = ({
  explanation,
}: {
  readonly explanation: ExchangeExplanation | undefined;
}): VNode | null => {
  if (explanation === undefined) return null;
  const { mistake, sentence, remedy, difference } = explanation;
  return (
    <section class="doctor error" aria-labelledby="doctor">
      <h3 id="doctor">
        Why the signature was refused <code>{mistake}</code>
      </h3>
      <p>{visibleText(sentence)}</p>
      <p>{visibleText(remedy)}</p>
      {difference === undefined ? null : (
        <dl class="facts">
          <CodeFact title={`Signed, byte ${difference.byte}`} text={difference.signed} />
          <CodeFact title="Expected there" text={difference.expected} />
        </dl>
      )}
    </section>
  );
};

/** The signature and the text that it covers. */
export const SigningView = ({ detail }: { readonly detail: ExchangeDetail }): VNode => {
  const { signature, dialect, canonical, direction } = detail;
  const caution = direction === 'operation' ? cautionOf(dialect) : undefined;
  if (signature === undefined && canonical === undefined) {
    return <p class="quiet">Nothing of it was signed.</p>;
  }
  return (
    <section class="part" aria-labelledby="signing">
      <h3 id="signing">Signature</h3>
      <dl class="facts">
        <CodeFact title="X-Signature" text={signature ?? 'none was sent'} />
        <CodeFact title="Dialect" text={dialect ?? 'none matched'} />
      </dl>
      {caution === undefined ? null : (
        <p class="tone-warn">
          Signed as <code>{dialect}</code>: {caution}.
        </p>
      )}
      {canonical === undefined ? null : (
        <>
          <h4>The text that is signed</h4>
          <p class="quiet">HMAC SHA-256 over these bytes, with the agent's API token as the key.</p>
          <CodeBlock text={canonical} label="The text that is signed" />
        </>
      )}
    </section>
  );
};

const CodeFact = ({ title, text }: { readonly title: string; readonly text: string }): VNode => (
  <Fact title={title}>
    <code>{visibleText(text)}</code>
  </Fact>
);
