import { expect, it } from '@jest/globals';
import { parseConfiguration } from '../../../src/formats/configuration.ts';
import { readSource } from '../../../src/formats/document/read-source.ts';
import { errorOf } from './error-of.ts';

const token = 'a-Token/0123';

const messageOf = (text: string): string =>
  errorOf(() => readSource({ text, file: 'x.yaml', code: 'configuration', expects: 'it' })).message;

it.each([
  ['a line', `token: ${token}`],
  ['a quoted line', `token: "${token}"`],
  ['a line in single quotes', `token: '${token}'`],
  ['a flow mapping', `agent: { token: ${token} }`],
  ['a quoted flow mapping', `agent: { "token": "${token}", id: 1 }`],
])('a token of %s is masked where it stands elsewhere in a text that is no YAML', (_, line) => {
  const broken = `player: id: ${token}`;
  for (const text of [`${line}\n${broken}\n`, `${broken}\n${line}\n`]) {
    expect(messageOf(text)).toContain('player');
    expect(messageOf(text)).not.toContain(token);
    expect(messageOf(text)).toContain('*'.repeat(token.length));
  }
});

const errorIn = (text: string, given?: string, env = {}): string =>
  errorOf(() => parseConfiguration({ text, file: 'x.yaml', env, token: given })).message;

it('a token of the file is masked in sentences and lines about other keys', () => {
  const text = `agents: [{ id: 1, token: ${token} }]\n${token}: 1\nseed: { a: ${token} }\n`;
  expect(errorIn(text)).not.toContain(token);
  expect(errorIn(text)).toContain('*'.repeat(token.length));
});

it('a token that is given beside the file is masked in its errors', () => {
  const text = `${token}: 1\n`;
  expect(errorIn(text)).toContain(token);
  expect(errorIn(text, token)).not.toContain(token);
  expect(errorIn(text, undefined, { WALLETPROOF_TOKEN: token })).not.toContain(token);
});
