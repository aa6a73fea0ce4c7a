import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Alterations } from '../../src/callbacks/compose-message.ts';
import { composeRaw, signWrongly } from '../../src/callbacks/compose-message.ts';
import { readIntent } from '../../src/callbacks/read-intent.ts';
import type { JsonObject } from '../../src/json/json-node.ts';
import { renderJson } from '../../src/json/json-node.ts';
import type { Callback } from '../../src/spec/callback.ts';
import type { SignatureVariant } from '../../src/spec/fault.ts';
import { signatureVariants } from '../../src/spec/fault.ts';
import { createDice } from '../../src/world/dice.ts';
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
  for (const variant of ['wrong', 'suffixed', 'other-body'] as const) {
    expect(signatureOf(variant)).toMatch(/^[0-9a-f]{64}$/);
    expect(signatureOf(variant)).not.toBe(right);
  }
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
  const [right, altered] = [
    messageFor(makeBet),
    messageFor(makeBet, {}, { tamper: { win: 5000 } }),
  ];
  expect(altered.headers).toEqual(right.headers);
  expect(String(altered.body)).toBe(String(right.body).replace('"win":0', '"win":5000'));
});

it('signs what another way to write it makes of the body', () => {
  const write = (body: JsonObject) => ` ${renderJson(body)} `;
  const message = messageFor(makeBet, { dialect: 'minimal' }, { write });
  expect(String(message.body)).toBe(` ${messageFor(makeBet).body} `);
  expect(readIntent(message, recipient).kind).toBe('valid');
});

it('loses its answer where a step says so', () => {
  expect(messageFor(makeBet, {}, { lose: 'answer' }).loseAnswer).toBe(true);
  expect(messageFor(makeBet).loseAnswer).toBe(false);
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
