import { visibleLine } from '../../src/base/visible-text.ts';

test('text that fits stays as it is', () => {
  expect(visibleLine('tx_17', 5)).toBe('tx_17');
});

test('what is too long loses its middle', () => {
  expect(visibleLine('abcdefghij', 7)).toBe('abc…hij');
});

test('what a page would not show is written out', () => {
  expect(visibleLine('a\u202eb\u0000\n', 40)).toBe('a\\u{202e}b\\u{0000}\\u{000a}');
});

test('a huge id is cut at once', () => {
  expect(visibleLine(`${'x'.repeat(5_000_000)}end`, 9)).toBe('xxxx…xend');
});

test('a character that is written out is not cut in two', () => {
  expect(visibleLine(`a${'\u202e'.repeat(20)}`, 4)).toBe('a\\u{202e}…\\u{202e}');
});

test('a character of two units is not cut in two', () => {
  expect(visibleLine('🎰'.repeat(9), 5)).toBe('🎰🎰…🎰🎰');
});
