import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { quoteText as quoteWith } from '../../src/signing/canonical-form.ts';
import { demandDialect, dialects } from '../../src/signing/dialects.ts';

const names = [...new Set(dialects.map(({ family }) => family))];

/** A JSON string as the dialect writes it. */
const quoteText = (text: string, name: string): string => quoteWith(text, demandDialect(name).escaping);

/** Of these characters, those that an escaping does not leave as they are. */
const escapedBy = (name: string, characters: string): string =>
  [...characters].filter((character) => quoteText(character, name) !== `"${character}"`).join('');

describe('quoteText', () => {
  it('writes JSON of the same text in every dialect', () => {
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

  it('writes text in minimal as JSON.stringify does', () => {
    const text = 'a"\\/\b\f\n\r\t\u0000\u001f\u007fé\u2028🎰\ud800';
    expect(quoteText(text, 'minimal')).toBe(JSON.stringify(text));
  });

  it.each([
    ['php-unescaped', '\u2028'],
    ['php', '/\u2028é\u2014🎰\u00a0'],
    ['ascii', '\u2028é\u2014🎰\u00a0'],
    ['python', '\u2028é\u2014🎰\u00a0\u007f'],
    ['php-unescaped-unicode', '/\u2028'],
    ['go-old', '<>&\u2028'],
    ['go', '<>&\u2028'],
    ['gson', "<>&='\u2028"],
    ['dotnet', "<>&'+`\u2028é\u2014🎰\u00a0\u007f"],
    ['dotnet-relaxed', '\u2028🎰\u00a0\u007f'],
    ['jackson', ''],
    ['ascii-upper', '\u2028é\u2014🎰\u00a0'],
  ])('escapes in %s, of what JSON allows as it is, %j', (name, escaped) => {
    const characters = "/<>&='+`#?%\u2028é\u2014🎰\u00a0\u007f";
    expect([...escapedBy(name, characters)].toSorted(byCode)).toEqual([...escaped].toSorted(byCode));
  });
});

describe('an escape of quoteText', () => {
  it('has hexadecimal digits in the case of the dialect', () => {
    expect(quoteText('\u001fй🎰', 'php')).toBe('"\\u001f\\u0439\\ud83c\\udfb0"');
    expect(quoteText('\u001fй🎰', 'ascii-upper')).toBe('"\\u001F\\u0439\\uD83C\\uDFB0"');
    expect(quoteText('\u001fй', 'jackson')).toBe('"\\u001Fй"');
  });

  it('stands for a lone surrogate, which is no text, in every dialect', () => {
    const written = names.map((name) => quoteText('a\ud800b', name).toLowerCase());
    expect(new Set(written)).toEqual(new Set(['"a\\ud800b"']));
  });

  it('is short where the dialect has a short one', () => {
    expect(quoteText('"\b\f\n', 'go')).toBe('"\\"\\b\\f\\n"');
    expect(quoteText('"\b\f\n', 'go-old')).toBe('"\\"\\u0008\\u000c\\n"');
    expect(quoteText('"\b\f\n', 'dotnet')).toBe('"\\u0022\\b\\f\\n"');
    expect(quoteText('"\b\f\n', 'dotnet-relaxed')).toBe('"\\"\\b\\f\\n"');
    expect(quoteText('a/b', 'php')).toBe('"a\\/b"');
  });
});

const byCode = (one: string, other: string): number => one.localeCompare(other);
