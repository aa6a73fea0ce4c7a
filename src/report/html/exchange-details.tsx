import type { VNode } from 'preact';
import type { ReportedExchange } from '../../spec/run.ts';
import { durationText } from '../duration-text.ts';
import { callSentence } from './call-sentence.ts';
import { CodeBlock } from './code-block.tsx';
import { CommandBlock } from './command-block.tsx';
import { curlCommands } from './curl-commands.ts';
import type { Call } from './evidence.ts';
import { MessageBlocks } from './message-blocks.tsx';
import type { CanonicalOf } from './report-view.ts';

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
  const commands = curlCommands(exchange);
  if (commands === undefined) return null;
  return (
    <>
      {commands.signedAfresh === undefined ? null : (
        <CommandBlock
          label="Send it again, signed afresh (the token is taken from WALLETPROOF_TOKEN)"
          command={commands.signedAfresh}
        />
      )}
      <CommandBlock
        label="Send it again with the signature that it had"
        command={commands.asSent}
      />
    </>
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

/** An exchange in a line, and in full where it is opened; given in full once in a report. */
export const ExchangeDetails = ({
  call,
  place,
  canonicalOf,
}: {
  readonly call: Call;
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
