import { describe, expect, it } from '@jest/globals';
import { plainText, stripControls, visibleLine, visibleText } from '../../src/base/visible-text.ts';

describe('visibleText', () => {
  it('writes out what a page would not show, and leaves the rest', () => {
    expect(visibleText('a\u202eb\u0000\u2028\nПривет é 漢 <b>')).toBe('a\\u{202e}b\\u{0000}\\u{2028}\nПривет é 漢 <b>');
  });
});

describe('visibleLine', () => {
  it('writes out what would hide a difference: ends of lines, tabs, no-break spaces', () => {
    expect(visibleLine('a\r\n\tb\u00a0c d\u200b')).toBe('a\\u{000d}\\u{000a}\\u{0009}b\\u{00a0}c d\\u{200b}');
  });

  it('is no JSON escape: a text that spells one out stays another text', () => {
    expect(visibleLine('\\u2028')).not.toBe(visibleLine('\u2028'));
  });

  it('writes out letters that nobody sees', () => {
    expect(visibleLine('a\u3164\u{E0101}')).toBe('a\\u{3164}\\u{e0101}');
  });

  it('cuts the middle out of what is too long, and no character in two', () => {
    expect(visibleLine('🎰'.repeat(50), 5)).toBe('🎰🎰…🎰🎰');
    expect(visibleLine('transaction-0001', 9)).toBe('tran…0001');
    expect(visibleLine('x'.repeat(1_048_576), 9)).toBe('xxxx…xxxx');
  });
});

describe('plainText', () => {
  it.each([
    ['colours', '\u001b[31mred\u001b[0m', 'red'],
    ['a cleared screen', 'before\u001b[2J\u001b[Hafter', 'beforeafter'],
    ['a window title', '\u001b]0;owned\u0007text', 'text'],
    ['a hyperlink', '\u001b]8;;http://evil\u0007here\u001b]8;;\u0007', 'here'],
    ['a bare escape', 'a\u001bb', 'ab'],
    ['a one-byte sequence', '\u009b31mred', 'red'],
    ['a bell and a backspace', 'a\u0007\u0008b', 'ab'],
    ['direction marks', 'abc\u202Efed\u2066x\u200F', 'abcfedx'],
    ['invisible characters', 'ad\u200Bmin\uFEFF\u00AD', 'admin'],
    ['tag characters', 'a\u{E0041}b', 'ab'],
    ['what fills a line and is not seen', 'a\u3164b\u115fc\u034f', 'abc'],
    ['text in variation selectors', 'a\u{E0101}\u{E0162}b\uFE0F', 'ab'],
    ['half a surrogate pair', 'a\uD83Db', 'ab'],
  ])('takes %s out', (_name, text, expected) => {
    expect(plainText(text)).toBe(expected);
  });

  it('makes one line of many', () => {
    expect(plainText('one\r\ntwo\u2028three\tfour\u0085five ')).toBe('one two three four five');
  });

  it('keeps letters of every script, accents and emoji', () => {
    expect(plainText('Ставка é 賭け 🎰')).toBe('Ставка é 賭け 🎰');
  });

  it('keeps a tower of combining marks low', () => {
    expect(plainText(`e${'\u0301'.repeat(1000)}x`)).toHaveLength(5);
  });

  it('is quick about a megabyte of sequences that never end', () => {
    const text = '\u009d'.repeat(1_048_576);
    expect(stripControls(text)).toBe('');
  });

  it('cuts a megabyte to the limit and says so', () => {
    const text = plainText('x'.repeat(1_048_576), 100);
    expect(text).toHaveLength(100);
    expect(text.endsWith('x…')).toBe(true);
  });

  it('leaves no half character where it cuts', () => {
    expect(plainText('🎰'.repeat(50), 10)).toBe('🎰🎰🎰🎰…');
  });
});
