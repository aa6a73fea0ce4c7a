import { describe, expect, it } from '@jest/globals';
import { composeLetter, composeOddLetter } from '../../src/callbacks/compose-message.ts';
import { intentOfLetter } from '../../src/serve/intent-of-letter.ts';
import { signBody } from '../../src/signing/sign.ts';
import type { SignatureVariant } from '../../src/spec/fault.ts';
import { createDice } from '../../src/world/dice.ts';
import { getBalance, makeBet, rollback } from '../callbacks/sample-callbacks.ts';

const token = 'test-token';
const recipient = { url: 'http://127.0.0.1:1/callback', token, timeoutMs: 1_000 };

const signed = (text: string) => ({
  body: Buffer.from(text),
  headers: { 'x-signature': signBody(text, undefined, token) },
});

const unsigned = (text: string) => ({ body: Buffer.from(text), headers: {} });

it.each([getBalance, makeBet, rollback])('is a valid callback: $type', (callback) => {
  const intent = intentOfLetter(composeLetter(callback, recipient), { token });
  expect(intent).toMatchObject({ kind: 'valid', callback: { type: callback.type } });
});

it.each(['minimal', 'php', 'python'])('goes by the dialect of the agent: %s', (dialect) => {
  const callback = { ...makeBet, playerUsername: 'Zoë/1' };
  const letter = composeLetter(callback, { ...recipient, dialect });
  expect(intentOfLetter(letter, { token, dialect }).kind).toBe('valid');
});

const variants: readonly [SignatureVariant, object][] = [
  ['none', { kind: 'badly-signed', variant: 'none' }],
  ['empty', { kind: 'badly-signed', variant: 'none' }],
  ['wrong', { kind: 'badly-signed', variant: 'wrong' }],
  ['truncated', { kind: 'badly-signed', variant: 'wrong' }],
  ['other-agent', { kind: 'badly-signed', variant: 'wrong' }],
  ['upper-case', { kind: 'oddly-signed', variant: 'upper-case' }],
  ['spaced', { kind: 'oddly-signed', variant: 'spaced' }],
];
it.each(variants)('is told by its signature: %s', (signature, intent) => {
  const terms = { recipient, signature, otherToken: 'other-token', dice: createDice('odd') };
  expect(intentOfLetter(composeOddLetter(makeBet, terms), { token })).toMatchObject(intent);
});

it('is never right where the agent has no token', () => {
  const letter = { ...composeLetter(makeBet, recipient), headers: { 'x-signature': '' } };
  expect(intentOfLetter(letter, { token: undefined }).kind).toBe('badly-signed');
});

it('is invalid where a signed field is missing', () => {
  expect(intentOfLetter(signed('{"type":"getBalance"}'), { token })).toEqual({ kind: 'invalid' });
});

it('knows keys that stand twice, and what either reader takes', () => {
  const { body } = composeLetter(makeBet, recipient);
  const text = Buffer.from(body).toString().replace('"bet":', '"bet":1,"bet":');
  expect(intentOfLetter(signed(text), { token })).toMatchObject({
    ...{ kind: 'repeated-keys', callback: { bet: '10.5' }, first: { bet: '1' } },
  });
});

describe('what is no callback at all', () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  it.each(['', 'hello', '[]', '"x"', '{', `{"a":${deep}}`, deep])(
    'is malformed, whatever its signature',
    (text) => {
      expect(intentOfLetter(unsigned(text), { token })).toEqual({ kind: 'malformed' });
    },
  );

  it('is malformed where it is no UTF-8', () => {
    const letter = { body: Buffer.of(0xff, 0xfe, 0x00), headers: {} };
    expect(intentOfLetter(letter, { token })).toEqual({ kind: 'malformed' });
  });
});
