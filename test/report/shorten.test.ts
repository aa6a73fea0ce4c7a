import { describe, expect, it } from '@jest/globals';
import { shorten, shortenMiddle } from '../../src/report/shorten.ts';
import { textWidth } from '../../src/report/text-width.ts';

describe('textWidth', () => {
  it.each([
    ['makeBet', 7],
    ['Ставка', 6],
    ['賭け', 4],
    ['🎰', 2],
    ['👨‍👩‍👧', 2],
    ['e\u0301', 1],
  ])('counts the columns of %s', (text, columns) => {
    expect(textWidth(text)).toBe(columns);
  });
});

describe('shorten', () => {
  it('leaves a text that fits as it is', () => {
    expect(shorten('abcde', 5)).toBe('abcde');
  });

  it('ends a text that does not fit with an ellipsis', () => {
    expect(shorten('abcdef', 5)).toBe('abcd…');
  });

  it('never exceeds the columns with wide characters', () => {
    expect(shorten('賭賭賭賭', 6)).toBe('賭賭…');
  });

  it('gives nothing where there is no room', () => {
    expect(shorten('abc', 0)).toBe('');
  });
});

describe('shortenMiddle', () => {
  it('keeps both ends of an id', () => {
    expect(shortenMiddle('3f6c1b52-8a7e-4a05-0001', 10)).toBe('3f6c…-0001');
  });

  it.each([8, 9, 20])('takes exactly %i columns', (columns) => {
    expect(textWidth(shortenMiddle('0123456789abcdef0123456789abcdef', columns))).toBe(columns);
  });
});
