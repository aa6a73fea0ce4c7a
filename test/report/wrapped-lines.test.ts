import { describe, expect, it } from '@jest/globals';
import { textWidth } from '../../src/report/text-width.ts';
import { wrappedLines } from '../../src/report/wrapped-lines.ts';

describe('wrappedLines', () => {
  it('breaks between words', () => {
    expect(wrappedLines('the bet was debited twice', 12)).toEqual([
      'the bet was',
      'debited',
      'twice',
    ]);
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
