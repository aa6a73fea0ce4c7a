import type { VNode } from 'preact';
import type { ReportedExchange } from '../../formats/run.ts';
import { layOutJson } from '../../text/lay-out-json.ts';
import { durationText, plural } from '../../text/quantity-text.ts';
import { curlCommand, sentRequest, signedAfresh } from '../curl-command.ts';
import { callSentence } from './call-sentence.ts';
import type { CanonicalOf, StoryCall } from './report-view.ts';

/** An exchange in a line, and in full where it is opened; given in full once in a report. */
export const ExchangeDetails = ({
  call,
  place,
  canonicalOf,
}: {
  readonly call: StoryCall;
  /** Where the exchange is given in full. */
  readonly place: 'here' | 'elsewhere' | 'nowhere';
  readonly canonicalOf: CanonicalOf;
}): VNode => {
  const { exchange } = call;
  if (place === 'here') {
    return (
      <details>
        <summary>{callSentence(call)}</summary>
        <InFull exchange={exchange} canonicalOf={canonicalOf} />
      </details>
    );
  }
  return (
    <p class="elsewhere">
      {callSentence(call)}{' '}
      {place === 'elsewhere' ? (
        <a href={`#exchange-${exchange.id}`}>In full above</a>
      ) : (
        <span class="quiet">In full in report.json, exchange {exchange.id}.</span>
      )}
    </p>
  );
};

const InFull = ({
  exchange,
  canonicalOf,
}: {
  exchange: ReportedExchange;
  canonicalOf: CanonicalOf;
}) => (
  <div class="exchange" id={`exchange-${exchange.id}`}>
    <MessageBlocks
      label="Request"
      head={`${exchange.method} ${exchange.url}\n${headersText(exchange.requestHeaders)}`}
      body={exchange.requestBody}
      base64={exchange.requestBase64}
    />
    <Signature exchange={exchange} canonicalOf={canonicalOf} />
    {exchange.status === null ? (
      <p>
        <strong>No answer:</strong> {exchange.failure ?? 'unknown'}
      </p>
    ) : (
      <MessageBlocks
        label={`Answer after ${durationText(exchange.durationMs)}`}
        head={`HTTP ${exchange.status}\n${headersText(exchange.answerHeaders)}`}
        body={exchange.answerBody}
        base64={exchange.answerBase64}
      />
    )}
    <Commands exchange={exchange} />
  </div>
);

interface MessageText {
  readonly label: string;
  /** Start line and headers. */
  readonly head: string;
  readonly body: string;
  readonly base64: string | undefined;
}

/** A request or an answer, its body readable; and the body as it was, where that is another text. */
const MessageBlocks = ({ label, head, body, base64 }: MessageText): VNode => {
  const pretty = prettyJson(body);
  const shown = base64 === undefined ? (pretty ?? body) : '(no UTF-8: below in base64)';
  return (
    <>
      <CodeBlock label={label} text={shown === '' ? head : `${head}\n\n${shown}`} />
      {base64 === undefined && pretty === undefined ? null : (
        <CodeBlock label="Its body as it went over the line" text={base64 ?? body} />
      )}
    </>
  );
};

/** A text as it is, in a box of its own that scrolls. */
const CodeBlock = ({ label, text }: { readonly label: string; readonly text: string }): VNode => (
  <figure class="code">
    <figcaption>{label}</figcaption>
    <pre class="scroll">{cut(text)}</pre>
  </figure>
);

/** Longer texts are cut: report.json has them whole. */
const longest = 4000;

const cut = (text: string): string =>
  text.length <= longest
    ? text
    : `${text.slice(0, longest)}\n… ${plural(text.length - longest, 'more character')} (report.json has them)`;

const headersText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const Signature = ({
  exchange,
  canonicalOf,
}: {
  readonly exchange: ReportedExchange;
  readonly canonicalOf: CanonicalOf;
}): VNode => {
  const canonical = canonicalOf(exchange);
  const signature = exchange.requestHeaders['x-signature'];
  return (
    <>
      <p>
        Signature: <code>{signature ?? 'none was sent'}</code>
        {exchange.dialect === undefined ? '' : `, dialect ${exchange.dialect}`}
      </p>
      {canonical === undefined ? null : (
        <CodeBlock label="Canonical string, which a right signature covers" text={canonical} />
      )}
    </>
  );
};

const Commands = ({ exchange }: { readonly exchange: ReportedExchange }): VNode | null => {
  const asSent =
    exchange.direction === 'operation' ? undefined : curlCommand(sentRequest(exchange));
  const afresh = signedAfresh(exchange);
  return (
    <>
      {afresh === undefined ? null : (
        <CommandBlock
          label="Send it again, signed afresh (the token is taken from WALLETPROOF_TOKEN)"
          command={afresh}
        />
      )}
      {asSent === undefined ? null : (
        <CommandBlock label="Send it again with the signature that it had" command={asSent} />
      )}
    </>
  );
};

/** A body as a report lays it out; undefined for what is no JSON, or longer than 64 KiB. */
export const prettyJson = (text: string): string | undefined =>
  layOutJson(text, { deepest: 12, longest: 65_536 });

/** A command to copy: selectable as it is, with a button where scripts run. Never cut. */
export const CommandBlock = ({
  label,
  command,
}: {
  readonly label: string;
  readonly command: string;
}): VNode => (
  <figure class="code command">
    <figcaption>
      {label}
      <button type="button" class="copy" data-copy hidden>
        Copy
      </button>
    </figcaption>
    <pre class="scroll">{command}</pre>
  </figure>
);
