import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { MessageBody } from '../../../spec/admin/exchange-row.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { prettyJson } from './pretty-json.ts';

/** More is not put into the page; the button copies all of it. */
const mostShown = 100_000;

/** A body as it was sent: with a line for each member, or byte for byte. */
export const BodyView = ({
  body,
  label,
}: {
  readonly body: MessageBody;
  readonly label: string;
}): VNode => {
  const [look, setLook] = useState<'pretty' | 'raw'>('pretty');
  const pretty = body.base64 === undefined ? prettyJson(body.text) : undefined;
  if (body.text === '') return <p class="quiet">The body is empty.</p>;
  const text = (look === 'pretty' ? pretty : undefined) ?? body.text;
  return (
    <div class="body">
      {pretty === undefined ? (
        <p class="quiet">{noteOf(body)}</p>
      ) : (
        <p class="row looks">
          <Button pressed={look === 'pretty'} onPress={() => setLook('pretty')}>
            Pretty
          </Button>
          <Button pressed={look === 'raw'} onPress={() => setLook('raw')}>
            Raw
          </Button>
        </p>
      )}
      <CodeBlock text={cut(text)} copied={body.base64 ?? body.text} label={label} />
    </div>
  );
};

const noteOf = ({ base64 }: MessageBody): string =>
  base64 === undefined
    ? 'This is no JSON: it stands here as it was sent.'
    : 'These bytes are no UTF-8: what cannot be read is marked, and the button copies them as base64.';

const cut = (text: string): string =>
  text.length <= mostShown
    ? text
    : `${text.slice(0, mostShown)}\n… and ${text.length - mostShown} more characters`;
