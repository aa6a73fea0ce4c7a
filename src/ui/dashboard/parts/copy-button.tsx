import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';

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
}: {
  readonly text: string;
  readonly label?: string;
}): VNode => {
  const [copied, setCopied] = useState<Copied>('no');
  const copy = async (): Promise<void> => {
    setCopied(await write(text));
    setTimeout(() => setCopied('no'), shownMs);
  };
  return (
    <span class="copy">
      <Button onPress={() => void copy()}>{copied === 'no' ? label : words[copied]}</Button>
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
