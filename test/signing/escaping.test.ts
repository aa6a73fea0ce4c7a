import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type EscapingName, escapings, quoteText } from '../../src/signing/escaping.ts';

const names = Object.keys(escapings) as EscapingName[];

/** Of these characters, those that an escaping does not leave as they are. */
const escapedBy = (name: EscapingName, characters: string): string =>
  [...characters].filter((character) => quoteText(character, name) !== `"${character}"`).join('');

describe('quoteText', () => {
  it('writes JSON of the same text in every escaping', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '\ud800', '\udc00a', '\ud800\ud83c\udfb0'),
        fc.constantFrom(...names),
        (text, odd, name) => {
          expect(JSON.parse(quoteText(text + odd, name))).toBe(text + odd);
        },
      ),
    );
  });

  it('writes text in raw as JSON.stringify does', () => {
    const text = 'a"\\/\b\f\n\r\t\u0000\u001f\u007fé\u2028🎰\ud800';
    expect(quoteText(text, 'raw')).toBe(JSON.stringify(text));
  });

  it.each<[EscapingName, string]>([
    ['phpBoth', '\u2028'],
    ['php', '/\u2028é\u2014🎰\u00a0'],
    ['ascii', '\u2028é\u2014🎰\u00a0'],
    ['python', '\u2028é\u2014🎰\u00a0\u007f'],
    ['phpUnicode', '/\u2028'],
    ['go', '<>&\u2028'],
    ['goNew', '<>&\u2028'],
    ['gson', "<>&='\u2028"],
    ['stj', "<>&'+`\u2028é\u2014🎰\u00a0\u007f"],
    ['stjRelaxed', '\u2028🎰\u00a0\u007f'],
    ['jackson', ''],
    ['asciiUpper', '\u2028é\u2014🎰\u00a0'],
  ])('escapes in %s, of what JSON allows as it is, %j', (name, escaped) => {
    const characters = "/<>&='+`#?%\u2028é\u2014🎰\u00a0\u007f";
    expect([...escapedBy(name, characters)].toSorted(byCode)).toEqual([...escaped].toSorted(byCode));
  });
});

describe('an escape of quoteText', () => {
  it('has hexadecimal digits in the case of the escaping', () => {
    expect(quoteText('\u001fй🎰', 'php')).toBe('"\\u001f\\u0439\\ud83c\\udfb0"');
    expect(quoteText('\u001fй🎰', 'asciiUpper')).toBe('"\\u001F\\u0439\\uD83C\\uDFB0"');
    expect(quoteText('\u001fй', 'jackson')).toBe('"\\u001Fй"');
  });

  it('stands for a lone surrogate, which is no text, in every escaping', () => {
    const written = names.map((name) => quoteText('a\ud800b', name).toLowerCase());
    expect(new Set(written)).toEqual(new Set(['"a\\ud800b"']));
  });

  it('is short where the escaping has a short one', () => {
    expect(quoteText('"\b\f\n', 'goNew')).toBe('"\\"\\b\\f\\n"');
    expect(quoteText('"\b\f\n', 'go')).toBe('"\\"\\u0008\\u000c\\n"');
    expect(quoteText('"\b\f\n', 'stj')).toBe('"\\u0022\\b\\f\\n"');
    expect(quoteText('"\b\f\n', 'stjRelaxed')).toBe('"\\"\\b\\f\\n"');
    expect(quoteText('a/b', 'php')).toBe('"a\\/b"');
  });
});

const byCode = (one: string, other: string): number => one.localeCompare(other);
