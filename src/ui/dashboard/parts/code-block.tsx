import type { VNode } from 'preact';
import { visibleText } from '../../../text/visible-text.ts';
import { CopyButton } from './copy-button.tsx';

/** Text as it is, with a button that copies it; what cannot be seen is written out. */
export const CodeBlock = ({
  text,
  label,
  copied = text,
}: {
  readonly text: string;
  /** What it is, for screen readers. */
  readonly label: string;
  /** What the button copies, where that is not the text shown. */
  readonly copied?: string;
}): VNode => (
  <div class="code-block">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
    <section class="text" tabIndex={0} aria-label={label}>
      <pre>
        <code>{visibleText(text)}</code>
      </pre>
    </section>
    <CopyButton text={copied} />
  </div>
);
