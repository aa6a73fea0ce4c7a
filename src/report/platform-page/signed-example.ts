import { canonicalText, sign } from '../../signing/sign.ts';
import type { ExampleValue } from '../../spec/field.ts';
import { block } from '../markdown-parts.ts';

/** The token that examples are signed with. */
export const exampleToken = 'test-token';

type Body = Readonly<Record<string, ExampleValue>>;

/** The text of a body that is signed, in the dialect of plain JSON. */
export const signedText = (body: Body): string => canonicalText(JSON.stringify(body), 'minimal');

/** A request as it is sent, with its signature. */
export const signedExample = (path: string, body: Body): string =>
  block(
    'http',
    [
      `POST ${path}`,
      'Content-Type: application/json',
      `X-Signature: ${sign(signedText(body), exampleToken)}`,
      '',
      JSON.stringify(body, null, 2),
    ].join('\n'),
  );
