import { outgoing, token, toVerify } from '../../signing/vectors.ts';
import type { SnippetCase } from './run-snippet.ts';
import { signingPage } from './signing-page.ts';

/** A case, what it is about, and the right answer to it. */
export interface KnownCase extends SnippetCase {
  readonly about: string;
  readonly answer: string;
}

/** What a serialiser made of a body; js.deep sorts at every level and escapes what JSON demands. */
const rowOf = (rows: typeof outgoing, id: string, library = 'js.deep') => {
  const row = rows.find((each) => each.id === id && each.libraries.includes(library));
  if (row?.canonical !== undefined) return { ...row, canonical: row.canonical };
  throw new Error(`fixtures/signing has no row of ${id} by ${library}.`);
};

const toSign = (id: string): KnownCase => {
  const { body_as_sent: body, signature, canonical } = rowOf(outgoing, id);
  const answer = `${signature}\t${canonical}`;
  return { about: `signs ${id}`, token, operation: 'sign', signature: '', body, answer };
};

const verifies = (id: string, library?: string): KnownCase => {
  const { body_as_sent: body, signature } = rowOf(toVerify, id, library);
  return { about: `verifies ${id}`, token, operation: 'verify', signature, body, answer: 'true' };
};

const refuses = (about: string, changed: Partial<SnippetCase>): KnownCase => ({
  ...verifies('v-mb-sorted-short'),
  about: `refuses ${about}`,
  answer: 'false',
  ...changed,
});

const { signature: rightSignature, body: rightBody } = verifies('v-mb-sorted-short');

const { example } = signingPage;
const ofThePage = { token: 'test-token' } as const;

/** What every snippet must know: real vectors, what must be refused, and the page's own examples. */
export const cases: readonly KnownCase[] = [
  {
    ...ofThePage,
    about: 'signs the request of the page',
    operation: 'sign',
    signature: '',
    body: JSON.stringify(JSON.parse(example('request'))),
    answer: `${example('request-signature')}\t${example('request-canonical')}`,
  },
  {
    ...ofThePage,
    about: 'verifies the callback of the page',
    operation: 'verify',
    signature: example('callback-signature'),
    body: example('callback'),
    answer: 'true',
  },
  // ASCII, slash, query, Cyrillic, emoji, quotes, numbers, nested, trimmed.
  ...['o-list-min', 'o-demo-plain', 'o-link-url', 'o-url-query', 'o-url-quote'].map(toSign),
  ...['o-user-cyr', 'o-user-emoji', 'o-user-zh', 'o-user-quote', 'o-user-bslash'].map(toSign),
  ...['o-num-10_50', 'o-num-0_1', 'o-num-int', 'o-num-99_99', 'o-grant-arrobj'].map(toSign),
  ...['o-trim-trail', 'o-trim-both', 'o-trim-inner', 'o-trim-nested', 'o-null'].map(toSign),
  ...['v-gb-spec', 'v-rb-spec', 'v-mb-spec-int', 'v-mb-sorted-short'].map((id) => verifies(id)),
  ...['v-fs-spec-spec-frac', 'v-fs-spec-sorted-int', 'v-fs-spec-sorted-frac'].map((id) => verifies(id)),
  ...['v-uni-raw', 'v-uni-esc', 'v-slash-raw', 'h-wire-eschtml', 'h-str-amp'].map((id) => verifies(id)),
  ...['h-str-sp-trail', 'h-str-empty', 'h-str-date', 'h-str-date3', 'h-null'].map((id) => verifies(id)),
  ...['h-extra-arrobj-unsorted', 'h-num-zero', 'h-num-0.07', 'h-betstr'].map((id) => verifies(id)),
  refuses('another signature', { signature: '0'.repeat(64) }),
  refuses('no signature', { signature: '' }),
  refuses('half a signature', { signature: rightSignature.slice(0, 32) }),
  refuses('a signature that is no ASCII', { signature: 'ж'.repeat(32) }),
  refuses('another token', { token: 'another-token' }),
  refuses('another amount', { body: rightBody.replace('10.5', '10.6') }),
  refuses('one more field', { body: rightBody.replace('{', '{"extra":1,') }),
  refuses('a body that is no JSON', { body: 'no JSON' }),
  refuses('a body with something behind it', { body: `${rightBody}]` }),
  refuses('endless nesting', { body: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` }),
];

/** 10.50, signed as it came: what a snippet that prints numbers anew cannot know. */
export const padded: SnippetCase = verifies('v-mb-spec-pad2', 'java.jackson.bigdecimal');
