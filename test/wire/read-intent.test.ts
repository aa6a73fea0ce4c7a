import { describe, expect, it } from '@jest/globals';
import { signBody } from '../../src/signing/sign.ts';
import type { SignatureVariant } from '../../src/spec/fault.ts';
import { readIntent } from '../../src/wire/message.ts';
import { getBalance, makeBet, messageFor, rollback } from './sample-callbacks.ts';

const token = 'test-token';

const signed = (text: string) => ({
  body: Buffer.from(text),
  headers: { 'x-signature': signBody(text, undefined, token) },
});

const unsigned = (text: string) => ({ body: Buffer.from(text), headers: {} });

it.each([getBalance, makeBet, rollback])('is a valid callback: $type', (callback) => {
  const intent = readIntent(messageFor(callback), { token });
  expect(intent).toMatchObject({ kind: 'valid', callback: { type: callback.type } });
});

it.each(['minimal', 'php', 'python'])('goes by the dialect of the agent: %s', (dialect) => {
  const callback = { ...makeBet, playerUsername: 'Zoë/1' };
  const message = messageFor(callback, { dialect });
  expect(readIntent(message, { token, dialect }).kind).toBe('valid');
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
  expect(readIntent(messageFor(makeBet, {}, { signature }), { token })).toMatchObject(intent);
});

it('is never right where the agent has no token', () => {
  const message = { ...messageFor(makeBet), headers: { 'x-signature': '' } };
  expect(readIntent(message, { token: undefined }).kind).toBe('badly-signed');
});

it('is invalid where a signed field is missing', () => {
  expect(readIntent(signed('{"type":"getBalance"}'), { token })).toEqual({ kind: 'invalid' });
});

it('knows keys that stand twice, and what either reader takes', () => {
  const { body } = messageFor(makeBet);
  const text = Buffer.from(body).toString().replace('"bet":', '"bet":1,"bet":');
  expect(readIntent(signed(text), { token })).toMatchObject({
    ...{ kind: 'repeated-keys', callback: { bet: '10.5' }, first: { bet: '1' } },
  });
});

describe('what is no callback at all', () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  it.each(['', 'hello', '[]', '"x"', '{', `{"a":${deep}}`, deep])('is malformed, whatever its signature', (text) => {
    expect(readIntent(unsigned(text), { token })).toEqual({ kind: 'malformed' });
  });

  it('is malformed where it is no UTF-8', () => {
    const message = { body: Buffer.of(0xff, 0xfe, 0x00), headers: {} };
    expect(readIntent(message, { token })).toEqual({ kind: 'malformed' });
  });
});
