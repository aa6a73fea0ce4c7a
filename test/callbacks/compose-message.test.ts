import { createHmac } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { SignatureVariant } from '../../src/spec/fault.ts';
import { signatureVariants } from '../../src/spec/fault.ts';
import { getBalance, messageFor } from './sample-callbacks.ts';

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
