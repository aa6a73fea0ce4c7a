import { describe, expect, it } from '@jest/globals';
import { shorten, shortenMiddle, textWidth, wrappedLines } from '../../src/base/text-table.ts';

describe('wrappedLines', () => {
  it('breaks between words', () => {
    expect(wrappedLines('the bet was debited twice', 12)).toEqual(['the bet was', 'debited', 'twice']);
  });

  it('breaks a word that is wider than the line', () => {
    expect(wrappedLines('0123456789abcdef', 10)).toEqual(['0123456789', 'abcdef']);
  });

  it('keeps every line within the columns, with wide characters too', () => {
    const lines = wrappedLines(`${'賭'.repeat(40)} ${'word '.repeat(40)}`, 21);
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(21);
    expect(lines.join('').replaceAll(' ', '')).toBe(`${'賭'.repeat(40)}${'word'.repeat(40)}`);
  });

  it('gives one empty line for no text', () => {
    expect(wrappedLines('', 20)).toEqual(['']);
  });
});

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
