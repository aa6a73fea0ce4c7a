import type { VNode } from 'preact';
import type { ExchangeDetail } from '../../../spec/admin/exchange-row.ts';
import type { ExchangeExplanation } from '../../../spec/exchange-explanation.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { CodeBlock } from '../parts/code-block.tsx';

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
      <h2 id="doctor">
        Why the signature was refused <code>{mistake}</code>
      </h2>
      <p>{visibleText(sentence)}</p>
      <p>{visibleText(remedy)}</p>
      {difference === undefined ? null : (
        <dl class="facts">
          <Fact title={`Signed, byte ${difference.byte}`} text={difference.signed} />
          <Fact title="Expected there" text={difference.expected} />
        </dl>
      )}
    </section>
  );
};

/** The signature and the text that it covers. */
export const SigningView = ({ detail }: { readonly detail: ExchangeDetail }): VNode | null => {
  const { signature, dialect, canonical } = detail;
  if (signature === undefined && canonical === undefined) return null;
  return (
    <section class="part" aria-labelledby="signing">
      <h2 id="signing">Signature</h2>
      <dl class="facts">
        <Fact title="X-Signature" text={signature ?? 'none was sent'} />
        <Fact title="Dialect" text={dialect ?? 'none matched'} />
      </dl>
      {canonical === undefined ? null : (
        <>
          <h3>The text that is signed</h3>
          <p class="quiet">HMAC SHA-256 over these bytes, with the agent's API token as the key.</p>
          <CodeBlock text={canonical} label="The text that is signed" />
        </>
      )}
    </section>
  );
};

const Fact = ({ title, text }: { readonly title: string; readonly text: string }): VNode => (
  <div>
    <dt>{title}</dt>
    <dd>
      <code>{visibleText(text)}</code>
    </dd>
  </div>
);
