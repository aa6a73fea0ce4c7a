import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createDice } from '../../src/base/dice.ts';
import type { Callback } from '../../src/spec/callback.ts';
import { type Forgery, type SignatureVariant, signatureVariants } from '../../src/spec/fault.ts';
import type { HttpForm } from '../../src/spec/http-form.ts';
import { type Alterations, composeRaw, losing, signWrongly } from '../../src/wire/compose-message.ts';
import { readIntent } from '../../src/wire/message.ts';
import { getBalance, makeBet, messageFor, recipient, rollback } from './sample-callbacks.ts';

const compose = (signature: SignatureVariant) => messageFor(getBalance, {}, { signature });

const signed = (token: string): string => {
  const fields: Record<string, unknown> = JSON.parse(String(compose('valid').body));
  const names = Object.keys(fields).toSorted((one, other) => (one < other ? -1 : 1));
  const text = JSON.stringify(fields, names);
  return createHmac('sha256', token).update(text).digest('hex');
};

it('changes nothing but the signature', () => {
  const { intent: _right, ...right } = messageFor(getBalance);
  expect(compose('valid')).toMatchObject(right);
  for (const variant of Object.keys(signatureVariants) as SignatureVariant[]) {
    const { headers, intent: _intent, ...message } = compose(variant);
    const { 'x-signature': _signature, ...others } = headers;
    expect({ ...message, headers: others }).toEqual({
      ...right,
      headers: { 'content-type': 'application/json' },
    });
  }
});

it('signs in every variant', () => {
  const right = signed('test-token');
  const signatureOf = (variant: SignatureVariant) => compose(variant).headers['x-signature'];
  expect(signatureOf('valid')).toBe(right);
  expect(signatureOf('none')).toBeUndefined();
  expect('x-signature' in compose('none').headers).toBe(false);
  expect(signatureOf('empty')).toBe('');
  expect(signatureOf('other-agent')).toBe(signed('other-token'));
  expect(signatureOf('upper-case')).toBe(right.toUpperCase());
  expect(signatureOf('spaced')).toBe(` ${right} `);
  expect(signatureOf('truncated')).toBe(right.slice(0, 56));
  expect(signatureOf('continued')).toMatch(new RegExp(`^${right}[0-9a-f]{2}$`));
  for (const variant of ['wrong', 'suffixed', 'other-body'] as const) {
    expect(signatureOf(variant)).toMatch(/^[0-9a-f]{64}$/);
    expect(signatureOf(variant)).not.toBe(right);
  }
});

describe('a forged signature', () => {
  const genuine = compose('valid');
  const text = (): string => {
    const fields: Record<string, unknown> = JSON.parse(String(genuine.body));
    return JSON.stringify(
      fields,
      Object.keys(fields).sort((a, b) => (a < b ? -1 : 1)),
    );
  };
  const hmac = (algorithm: string, key: string): string => createHmac(algorithm, key).update(text()).digest('hex');

  it.each<[Forgery, () => string]>([
    ['empty-key', () => hmac('sha256', '')],
    ['null-word', () => hmac('sha256', 'null')],
    ['undefined-word', () => hmac('sha256', 'undefined')],
    ['agent-id', () => hmac('sha256', '1001')],
    ['sha1', () => hmac('sha1', 'test-token')],
    ['md5', () => hmac('md5', 'test-token')],
    ['sha512', () => hmac('sha512', 'test-token')],
    ['bare-sha256', () => createHash('sha256').update(text()).digest('hex')],
  ])('%s is that of the same text', (signature, expected) => {
    const message = messageFor(getBalance, {}, { signature });
    expect(message.headers['x-signature']).toBe(expected());
    expect(message.intent).toEqual({ kind: 'badly-signed', variant: signature });
  });

  it.each(['reused', 'known-request-id'] as const)('%s is that of an earlier call', (signature) => {
    const message = messageFor(makeBet, {}, { signature, earlier: genuine });
    expect(message.headers['x-signature']).toBe(signed('test-token'));
    expect(message.intent.kind).toBe('badly-signed');
  });

  it('on a body that is invalid besides may be refused for that', () => {
    const alterations = { signature: 'empty-key', fields: { agent_id: 900001 } } as const;
    expect(messageFor(makeBet, {}, alterations).intent).toEqual({
      kind: 'badly-signed',
      variant: 'empty-key',
      besides: 'invalid',
    });
  });
});

it('signs text that is no JSON as it stands, in every dialect', () => {
  for (const dialect of ['minimal', 'php', 'minimal-reprinted']) {
    const message = messageFor(makeBet, { dialect }, { fields: { bet: { raw: 'NaN' } } });
    expect(String(message.body)).toContain('"bet":NaN,');
    expect(message.intent).toEqual({ kind: 'malformed' });
    const plain = messageFor(makeBet, { dialect }, { fields: { bet: 0 } });
    expect(message.headers['x-signature']).not.toBe(plain.headers['x-signature']);
  }
});

it('writes a text of any length', () => {
  const message = messageFor(getBalance, {}, { fields: { note: { characters: 4096 } } });
  expect(JSON.parse(String(message.body))).toMatchObject({ note: 'x'.repeat(4096) });
  expect(message.intent.kind).toBe('valid');
});

it('is put on the wire in the form that a step names', () => {
  const forms = (http: HttpForm) => messageFor(getBalance, {}, { http });
  expect(forms('chunked').wireForm).toEqual({ body: 'chunked' });
  expect(forms('lower-case').wireForm).toEqual({ headerNames: 'lower' });
  expect(forms('upper-case').wireForm).toEqual({ headerNames: 'upper' });
  expect(forms('expect-continue').wireForm).toEqual({ expect: 'continue' });
  expect(forms('new-connection').connection).toBe('fresh');
  expect(forms('charset').headers['content-type']).toBe('application/json; charset=utf-8');
  expect(messageFor(getBalance).wireForm).toBeUndefined();
});

describe('what a message means', () => {
  const intentOf = (alterations: Alterations, callback: Callback = makeBet) =>
    messageFor(callback, {}, alterations).intent;

  it('is the callback itself, amounts in plain digits', () => {
    expect(intentOf({})).toMatchObject({ kind: 'valid', callback: { bet: '10.5', win: '0' } });
  });

  it('is that it must be refused where it is tampered with, or badly signed', () => {
    expect(intentOf({ tamper: { win: 5000 } })).toEqual({
      kind: 'badly-signed',
      variant: 'tampered',
    });
    expect(intentOf({ signature: 'truncated' })).toEqual({
      kind: 'badly-signed',
      variant: 'truncated',
    });
    expect(intentOf({ signature: 'spaced' })).toMatchObject({ kind: 'oddly-signed' });
  });

  it('is nothing valid where a field is missing, or names another agent', () => {
    expect(intentOf({ without: ['currency'] })).toEqual({ kind: 'invalid' });
    expect(intentOf({ fields: { agent_id: 1002 } })).toEqual({ kind: 'invalid' });
  });

  it('is both readings where keys stand twice', () => {
    expect(intentOf({ twice: { bet: 1 } })).toMatchObject({
      kind: 'repeated-keys',
      callback: { bet: '10.5' },
      first: { bet: '1' },
    });
  });

  it('is the same as its bytes tell whoever reads them', () => {
    for (const callback of [getBalance, makeBet, rollback]) {
      for (const signature of ['valid', 'none', 'wrong', 'upper-case', 'spaced'] as const) {
        const message = messageFor(callback, {}, { signature });
        expect(readIntent(message, recipient)).toEqual(message.intent);
      }
    }
  });
});

it('alters after signing what is tampered with', () => {
  const [right, altered] = [messageFor(makeBet), messageFor(makeBet, {}, { tamper: { win: 5000 } })];
  expect(altered.headers).toEqual(right.headers);
  expect(String(altered.body)).toBe(String(right.body).replace('"win":0', '"win":5000'));
});

it('is no callback where it never arrives whole', () => {
  const message = messageFor(makeBet);
  expect(losing(message, { what: 'answer' })).toEqual({ ...message, lose: { what: 'answer' } });
  expect(losing(message, { what: 'half-body' }).intent).toEqual({ kind: 'malformed' });
  expect(losing(message, undefined)).toBe(message);
});

it('sends raw bytes as they are, signed as they are where they are no JSON', () => {
  const step = { body: '{"a":', method: 'PUT', contentType: 'text/plain', signed: true };
  expect(composeRaw(step, recipient)).toMatchObject({
    method: 'PUT',
    headers: {
      'content-type': 'text/plain',
      'x-signature': createHmac('sha256', 'test-token').update('{"a":').digest('hex'),
    },
    body: Buffer.from('{"a":'),
    intent: { kind: 'malformed' },
  });
  expect(composeRaw({ ...step, signed: false }, recipient).headers).toEqual({
    'content-type': 'text/plain',
  });
});

it('is wrongly signed afterwards, and known to be', () => {
  const dice = createDice('wrong');
  const wrong = signWrongly(messageFor(makeBet), dice);
  expect(wrong.intent).toEqual({ kind: 'badly-signed', variant: 'wrong' });
  expect(wrong.headers['x-signature']).toMatch(/^[0-9a-f]{64}$/);
  expect(readIntent(wrong, recipient)).toEqual(wrong.intent);
  const raw = composeRaw({ body: '', method: 'POST', contentType: 'x', signed: false }, recipient);
  expect(signWrongly(raw, dice).intent).toEqual({ kind: 'malformed' });
});
