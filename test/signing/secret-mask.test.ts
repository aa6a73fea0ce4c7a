import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createSecretMask } from '../../src/signing/secret-mask.ts';

const token = 'Test/9+token==';

const mask = createSecretMask([token, 'other-token-77']);

const base64 = (before: string): string => Buffer.from(`${before}${token}:x`).toString('base64');

/** As strangers write it in their logs, error pages and echoes. */
const spellings: readonly (readonly [string, string])[] = [
  ['as it is', token],
  ['in hex', Buffer.from(token).toString('hex')],
  ['in upper-case hex', Buffer.from(token).toString('hex').toUpperCase()],
  ['in base64', base64('')],
  ['in base64 behind one byte', base64('a')],
  ['in base64 behind two', base64('ab')],
  ['as Basic authorization', `Basic ${base64('1001:')}`],
  ['in base64url', Buffer.from(`${token}~`).toString('base64url')],
  ['in base64 in JSON of PHP', base64('ab').replaceAll('/', '\\/')],
  ['in base64 in a URL', encodeURIComponent(base64('ab'))],
  ['in JSON', JSON.stringify(token)],
  ['in JSON of PHP', JSON.stringify(token).replaceAll('/', '\\/')],
  ['in JSON in JSON', JSON.stringify(JSON.stringify(token).replaceAll('/', '\\/'))],
  ['in a URL', encodeURIComponent(token)],
  ['in a URL in a URL', encodeURIComponent(encodeURIComponent(token))],
];

describe('a secret in a text', () => {
  it.each(spellings)('is asterisks %s, and nothing around it', (_, spelling) => {
    const text = `{"shown": "${spelling}" }`;
    const shown = mask.hide(text);
    expect(mask.isIn(text)).toBe(true);
    expect(shown).toHaveLength(text.length);
    expect(shown).toMatch(/^\{"shown": ".*\*{8,}.*" \}$/);
    expect(mask.isIn(shown)).toBe(false);
  });

  it.each(spellings)('is asterisks %s also where a body has bytes that are no text', (_, spelling) => {
    const bytes = Buffer.concat([Buffer.from('ü'), Buffer.from(spelling), Buffer.of(0xff)]);
    const shown = mask.hideBytes(bytes);
    expect(mask.isInBytes(bytes)).toBe(true);
    expect(shown).toHaveLength(bytes.length);
    expect([...shown.slice(0, 2), shown.at(-1)]).toEqual([0xc3, 0xbc, 0xff]);
    expect(mask.isInBytes(shown)).toBe(false);
  });

  it('leaves three of its bits or fewer to read on either side of base64', () => {
    const shown = mask.hide(Buffer.from(token).toString('base64'));
    expect(shown.replaceAll('*', '')).toMatch(/^.?=*$/);
  });

  it('shows nothing where one begins like another, or two overlap', () => {
    const { hide } = createSecretMask(['test-token', 'test-token-2', 'token-2-more']);
    expect(hide('of test-token-2-more and test-token')).toBe(`of ${'*'.repeat(17)} and ${'*'.repeat(10)}`);
  });

  it('is found with letters beyond ASCII, in text and bytes, however they are escaped', () => {
    const { hide, hideBytes } = createSecretMask(['clé-secrète-€']);
    const told = ['clé-secrète-€', 'cl\\u00e9-secr\\u00e8te-\\u20ac', encodeURIComponent('clé-secrète-€')];
    for (const text of told) {
      expect(hide(text)).toMatch(/^\*+$/);
      expect(Buffer.from(hideBytes(Buffer.from(text))).toString()).toMatch(/^\*+$/);
    }
  });
});

const anySecret = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 70 });

it('finds any secret in any text, as JSON, URL and base64 have it', () => {
  fc.assert(
    fc.property(anySecret, fc.string(), fc.string(), (secret, before, after) => {
      const { isIn, hide, isInBytes } = createSecretMask([secret]);
      const text = `${before}${secret}${after}`;
      const written = [text, JSON.stringify(text), encodeURIComponent(text)];
      const asBase64 = Buffer.from(text).toString('base64');
      for (const each of [...written, asBase64, JSON.stringify({ a: [text] })]) {
        expect([each, isIn(each), isInBytes(Buffer.from(each))]).toEqual([each, true, true]);
        expect(hide(each)).toHaveLength(each.length);
      }
    }),
  );
});

it('leaves a text without the secret as it is, whatever is escaped in it', () => {
  const piece = fc.constantFrom(...['\\', '\\u', '0074', '%', '25', '74', 'test-toke', 'n?', '"', '}', '7']);
  const { hide } = createSecretMask(['test-token-1234']);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      expect(hide(pieces.join(''))).toBe(pieces.join(''));
    }),
  );
});

it('masks no word that is too short to be a secret', () => {
  const { hide, isInBytes } = createSecretMask(['test', '', 'token-7']);
  expect(hide('a test of token-7')).toBe('a test of token-7');
  expect(isInBytes(Buffer.from('test token-7'))).toBe(false);
});
