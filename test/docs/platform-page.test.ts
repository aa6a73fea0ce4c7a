import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { parseConfiguration } from '../../src/formats/configuration.ts';
import { dialects } from '../../src/signing/dialects.ts';
import { canonicalText } from '../../src/signing/sign.ts';
import { exampleRequest } from '../../src/spec/operation-answers.ts';
import { boundText } from '../../src/spec/platform-bounds.ts';

const page = readFileSync(new URL('../../docs/platform.md', import.meta.url), 'utf8');

const blocksOf = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\``, 'g'))].map(([, text = '']) => text);

it('the request of the page is the example of the operation, signed with the token that the page names', () => {
  const [head = '', body = ''] = (blocksOf('http')[0] ?? '').split('\n\n');
  expect(JSON.parse(body)).toEqual(exampleRequest('get_game_link'));
  const signature = createHmac('sha256', 'test-token').update(canonicalText(body, 'minimal')).digest('hex');
  expect(head).toContain(`X-Signature: ${signature}`);
});

it('the stricter platforms of the page are configurations that are valid', () => {
  const knownDialects = dialects.map(({ name }) => name);
  const blocks = blocksOf('yaml');
  expect(blocks).toHaveLength(3);
  const byDefault = parseConfiguration({ text: '{}', file: 'page', env: {}, knownDialects });
  for (const text of blocks) {
    expect(parseConfiguration({ text, file: 'page', env: {}, knownDialects }).quirks).not.toEqual(byDefault.quirks);
  }
});

it('the page says how many sessions are remembered', () => {
  expect(page).toContain(`remembers ${boundText('sessions')} sessions`);
});
