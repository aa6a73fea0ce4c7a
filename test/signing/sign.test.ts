import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sign } from '../../src/signing/sign.ts';
import { outgoing, token, toVerify } from './vectors.ts';

const hmac = (text: string, key: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

describe('sign', () => {
  it('is HMAC-SHA256 in lower-case hexadecimal', () => {
    // RFC 4231, test case 2.
    expect(sign('what do ya want for nothing?', 'Jefe')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it.each([
    [''],
    ['a'.repeat(63)],
    ['a'.repeat(64)],
    ['a'.repeat(65)],
    ['ключ'],
    ['a\u007f\u0080'],
  ])('is what createHmac gives under the token %j', (key) => {
    expect(sign('{"a":"é🎰"}', key)).toBe(hmac('{"a":"é🎰"}', key));
  });

  it('is what createHmac gives for any text and token', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 100 })),
        (text, key) => {
          expect(sign(text, key)).toBe(hmac(text, key));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('keeps tokens apart', () => {
    const keys = Array.from({ length: 600 }, (_, index) => `token-${index}`);
    const signatures = [...keys, ...keys].map((key) => sign('{}', key));
    expect(signatures).toEqual([...keys, ...keys].map((key) => hmac('{}', key)));
  });

  it('is what real runtimes sent', () => {
    const texts = [...outgoing, ...toVerify].filter(({ canonical }) => canonical !== undefined);
    expect(
      texts.filter(({ canonical = '', signature }) => sign(canonical, token) !== signature),
    ).toEqual([]);
  });
});
