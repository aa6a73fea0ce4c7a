import type { VNode } from 'preact';
import { durationText } from '../base/quantities.ts';
import type { CallView } from './breach-view.ts';
import { callSentence } from './call-diagram.tsx';
import type { ExchangeView, MessageView } from './report-view.ts';

/** An exchange in a line, and in full where it is opened. */
export const ExchangeDetails = ({
  call,
  exchange,
}: {
  readonly call: CallView;
  readonly exchange: ExchangeView;
}): VNode => (
  <details class="exchange">
    <summary>{callSentence(call)}</summary>
    {/* A link to an element opens what it is in, and not the element itself. */}
    <div id={`exchange-${exchange.id}`}>
      <Message label="Request" message={exchange.request} />
      <Signature exchange={exchange} />
      {exchange.answer === undefined ? (
        <p>
          <strong>No answer:</strong> {exchange.failure}
        </p>
      ) : (
        <Message label={`Answer after ${durationText(exchange.durationMs)}`} message={exchange.answer} />
      )}
      {exchange.commands.map(({ label, command }) => (
        <CommandBlock key={label} label={label} command={command} />
      ))}
    </div>
  </details>
);

/** A request or an answer, its body readable; and the body as it was, where that is another text. */
const Message = ({
  label,
  message: { head, body, raw },
}: {
  readonly label: string;
  readonly message: MessageView;
}): VNode => (
  <>
    <CodeBlock label={label} text={body === '' ? head : `${head}\n\n${body}`} />
    {raw === undefined ? null : <CodeBlock label="Its body as it went over the line" text={raw} />}
  </>
);

const Signature = ({ exchange: { signature, dialect, canonical } }: { readonly exchange: ExchangeView }): VNode => (
  <>
    <p>
      Signature: <code>{signature ?? 'none was sent'}</code>
      {dialect === undefined ? '' : `, dialect ${dialect}`}
    </p>
    {canonical === undefined ? null : (
      <CodeBlock label="Canonical string, which a right signature covers" text={canonical} />
    )}
  </>
);

/** A text as it is, in a box of its own that scrolls. */
const CodeBlock = ({ label, text }: { readonly label: string; readonly text: string }): VNode => (
  <figure class="code">
    <figcaption>{label}</figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
    <pre class="scroll" tabIndex={0}>
      {text}
    </pre>
  </figure>
);

/** A command to copy: selectable as it is, with a button where scripts run. Never cut. */
export const CommandBlock = ({ label, command }: { readonly label: string; readonly command: string }): VNode => (
  <figure class="code command">
    <figcaption>
      {label}
      <button type="button" class="copy" data-copy hidden>
        Copy
      </button>
    </figcaption>
    <pre>{command}</pre>
  </figure>
);
