import { describe, expect, it } from '@jest/globals';
import { createValueMask } from '../../src/signing/create-value-mask.ts';
import { maskText } from '../../src/signing/mask-text.ts';
import { tokenSpellings } from '../../src/signing/token-spellings.ts';

const token = 'a/"b"+secret';

describe('a value', () => {
  it('is asterisks where one of its texts shows a token, however deep', () => {
    const mask = createValueMask([token]);
    const value = { a: [{ b: `x ${token}` }, encodeURIComponent(token)], n: 1, no: null };
    expect(mask(value)).toEqual({
      ...{ a: [{ b: `x ${'*'.repeat(12)}` }, expect.stringMatching(/^\*+$/)], n: 1, no: null },
    });
  });

  it('is the same where none does', () => {
    const value = { a: ['x'] };
    expect(createValueMask([token])(value)).toBe(value);
    expect(createValueMask([token])(undefined)).toBeUndefined();
  });

  it('keeps its numbers and names, whatever the token is', () => {
    const mask = createValueMask(['12345678', 'sentence', '"verdict"']);
    const value = { sentence: 'It is 12345678.', at: 12345678, verdict: 'right' };
    expect(mask(value)).toEqual({ ...value, sentence: 'It is ********.' });
  });
});

it('shows nothing of a token that begins like another one', () => {
  const secrets = tokenSpellings(['test-token', 'test-token-2']);
  expect(maskText('of test-token-2 and test-token', secrets)).toBe(
    `of ${'*'.repeat(12)} and ${'*'.repeat(10)}`,
  );
});

it('masks no word that is too short to be a secret', () => {
  expect(tokenSpellings(['test', ''])).toEqual([]);
});
