import type { VNode } from 'preact';
import { plural } from '../plural.ts';

/** Longer texts are cut: report.json has them whole. */
const longest = 4000;

const cut = (text: string): string =>
  text.length <= longest
    ? text
    : `${text.slice(0, longest)}\n… ${plural(text.length - longest, 'more character')} (report.json has them)`;

/** A text as it is, in a box of its own that scrolls. */
export const CodeBlock = ({
  label,
  text,
}: {
  readonly label: string;
  readonly text: string;
}): VNode => (
  <figure class="code">
    <figcaption>{label}</figcaption>
    <pre class="scroll">{cut(text)}</pre>
  </figure>
);
