import type { VNode } from 'preact';
import { CodeBlock } from './code-block.tsx';
import { prettyJson } from './pretty-json.ts';

interface Message {
  readonly label: string;
  /** Start line and headers. */
  readonly head: string;
  readonly body: string;
  readonly base64: string | undefined;
}

/** A request or an answer, its body readable; and the body as it was, where that is another text. */
export const MessageBlocks = ({ label, head, body, base64 }: Message): VNode => {
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
