import { describe, expect, it } from '@jest/globals';
import { dialects } from '../../src/signing/dialects.ts';
import { canonicalText, signBody } from '../../src/signing/sign.ts';
import { runCli } from './run-cli.ts';
import { cases, padded } from './signing-snippets/cases.ts';
import { missingOf } from './signing-snippets/missing-of.ts';
import { runSnippet } from './signing-snippets/run-snippet.ts';
import { type Runtime, runtimes } from './signing-snippets/runtimes.ts';
import { signingPage } from './signing-snippets/signing-page.ts';

const { example, text: page } = signingPage;
const isCi = process.env['CI'] === 'true';

const lackOf = (runtime: Runtime): string | undefined => {
  const missing = missingOf(runtime);
  if (missing.length === 0) return undefined;
  return `${missing.join(' and ')} missing: on Debian, apt-get install -y ${runtime.packages}`;
};

describe.each(runtimes)('the $fence code of docs/signing.md', (runtime) => {
  const lack = lackOf(runtime);
  const isSkipped = lack !== undefined && runtime.needed === 'ci' && !isCi;
  const test = isSkipped ? it.skip : it;
  const note = isSkipped ? ` (skipped: ${lack})` : '';

  test(`signs and verifies what is known${note}`, () => {
    if (lack !== undefined) throw new Error(`This test needs more: ${lack}.`);
    const answers = runSnippet(runtime, [...cases, padded]);

    const told = answers.slice(0, cases.length);
    const labelled = cases.map(({ about }, place) => `${about}: ${told[place]}`);
    expect(labelled).toEqual(cases.map(({ about, answer }) => `${about}: ${answer}`));
    expect(answers.slice(cases.length)).toEqual([String(runtime.numbers === 'as-sent')]);
  });
});

describe('the examples of docs/signing.md', () => {
  it.each([
    ['request-canonical', 'request-signature', 'minimal'],
    ['request-php', 'request-php-signature', 'php'],
    ['callback-canonical', 'callback-signature', 'minimal'],
  ])('%s is what walletproof signs', (canonical, signature, dialect) => {
    const text = example(canonical);

    expect(canonicalText(text, dialect)).toBe(text);
    expect(signBody(text, dialect, 'test-token')).toBe(example(signature));
  });

  it.each(['minimal', 'php'])('the request is signed alike by `sign --dialect %s`', async (name) => {
    const args = ['sign', '--token', 'test-token', '--dialect', name, '--json'];
    const { stdout } = await runCli(args, { input: example('request') });

    const infix = name === 'php' ? '-php' : '';
    expect(JSON.parse(stdout)).toMatchObject({
      canonical: example(`request${infix === '' ? '-canonical' : infix}`),
      signature: example(`request${infix}-signature`),
    });
  });

  it('the table of dialects has every family, in order', () => {
    const named = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);

    expect(named).toEqual([...new Set(dialects.map(({ family }) => family))]);
  });
});
