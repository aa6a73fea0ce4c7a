import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { visibleText } from '../../base/visible-text.ts';
import { Button } from './button.tsx';

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

/** An id, small, with a button that copies it. */
export const SmallId = ({ id }: { readonly id: string }): VNode => (
  <span class="small-id">
    <span class="id quiet">{visibleText(id)}</span> <CopyButton text={id} look="plain" />
  </span>
);

type Copied = 'no' | 'yes' | 'failed';

const words: Readonly<Record<Exclude<Copied, 'no'>, string>> = {
  yes: 'Copied',
  failed: 'Not allowed: copy it by hand',
};

const shownMs = 2_000;

/** Copies a text to the clipboard, and says so. */
export const CopyButton = ({
  text,
  label = 'Copy',
  look,
}: {
  readonly text: string;
  readonly label?: string;
  readonly look?: 'plain';
}): VNode => {
  const [copied, setCopied] = useState<Copied>('no');
  const copy = async (): Promise<void> => {
    setCopied(await write(text));
    setTimeout(() => setCopied('no'), shownMs);
  };
  return (
    <span class="copy">
      <Button look={look} onPress={() => void copy()}>
        {copied === 'no' ? label : words[copied]}
      </Button>
      <span class="unseen" role="status">
        {copied === 'no' ? '' : words[copied]}
      </span>
    </span>
  );
};

const write = async (text: string): Promise<Copied> => {
  try {
    await navigator.clipboard.writeText(text);
    return 'yes';
  } catch {
    return 'failed';
  }
};
