import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { harmlessIn, jsonText, type OutputLanguage } from '../../src/base/harmless-output.ts';

const languages = Object.keys(harmlessIn) as OutputLanguage[];

/** What agents, requests and file names were seen to hold. */
const attacks = {
  clipboard: '\u001b]52;c;cm0gLXJm\u0007',
  'the same in one byte': '\u009d52;c;cm0gLXJm\u009c',
  'a cleared screen': '\u001b[2J\u001b[H',
  'hidden text': '\u001b[8mhidden',
  'a section of GitLab': 'section_start:1:x[collapsed=true]\r\u001b[0KOwned',
  'a console note of Jenkins': '\u001b[8mha:////4AAA\u001b[0m',
  'a fold of Travis': 'travis_fold:start:x\r',
  'a line that overwrites': 'FAILED\rPASSED',
  'a device control string': '\u001bP$q"p\u001b\\',
  'turned round': 'abc\u202efed',
  'a line of its own': 'a\u2028b\u2029c',
  'hidden letters': 'a\u{E0041}\u{E0101}b\u034f\u3164',
  'half a character': 'a\ud83d',
} as const;

const hash = ['##[error]x', '##vso[task.setvariable variable=a]b', '##teamcity[buildStop]'];
const more = ['###vso[x]y', '##octopus[setVariable]', '##VSO[x]', '##a-b.c[d]', 'in ##[add-mask] it'];
const commands = [...hash, ...more];

const lines = ['::set-env name=a::b', '  ::add-mask::x', '\t\u00a0::stop-commands::t', '--- fold'];
const moreLines = ['+++ unfold', '~~~ mute', '^^^ +++'];

const canBeObeyed = /##[\w.-]*\[|^\s*::|^(?:---|\+\+\+|~~~|\^\^\^) /m;

describe('text of every language', () => {
  it.each(languages)('has nothing in it that a reader does not see: %s', (language) => {
    for (const attack of Object.values(attacks)) {
      expect(harmlessIn[language](attack)).toMatch(/^[\n\t\p{L}\p{N}\p{P}\p{S}\p{Zs}]*$/u);
    }
  });

  it.each(languages)('commands no CI from the middle of a line: %s', (language) => {
    for (const command of commands) {
      expect(harmlessIn[language](command)).not.toMatch(/##[\w.-]*\[/);
    }
  });

  it.each(['text', 'markup'] as const)('begins no line with a command: %s', (language) => {
    for (const line of [...lines, ...moreLines]) {
      expect(harmlessIn[language](line)).not.toMatch(canBeObeyed);
      expect(harmlessIn[language](`first\n${line}\nlast`)).not.toMatch(canBeObeyed);
    }
  });

  it.each(languages)('is left as it is where it is harmless: %s', (language) => {
    const text = 'Ставка é 賭け 🎰: ok ──\n\t#1 ## [x] a::b --- c {"a": [1]} ##\n';
    expect(harmlessIn[language](text)).toBe(text);
  });

  it.each(languages)('is made harmless once and for all: %s', (language) => {
    const harmless = harmlessIn[language];
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(harmless(harmless(text))).toBe(harmless(text));
      }),
    );
  });
});

describe('text for people', () => {
  it('shows what was written out', () => {
    expect(harmlessIn.text('a\u001b[2Jb\r')).toBe('a\\u{001b}[2Jb\\u{000d}');
    expect(harmlessIn.text('x ##vso[a]b\n::set-env::c\n--- d')).toBe(
      'x #\\u{0023}vso[a]b\n\\u{003a}:set-env::c\n\\u{002d}-- d',
    );
  });

  it('keeps the colours that we make, and no others', () => {
    const ours = '\u001b[1m\u001b[31mFAIL\u001b[39m\u001b[22m \u001b[2mdim\u001b[22m';
    expect(harmlessIn.text(ours)).toBe(ours);
    expect(harmlessIn.text('\u001b[8m\u001b[0m\u001b[1;31m')).toBe('\\u{001b}[8m\\u{001b}[0m\\u{001b}[1;31m');
  });

  it('sees a command behind a colour', () => {
    expect(harmlessIn.text(' \u001b[2m::debug::x')).toBe(' \u001b[2m\\u{003a}:debug::x');
  });
});

describe('annotations', () => {
  it('begin a line with their command, and hold no other', () => {
    expect(harmlessIn.annotations('::error title=a::b ##[c]d\u001b[2J')).toBe(
      '::error title=a::b #\\u{0023}[c]d\\u{001b}[2J',
    );
  });
});

describe('JSON', () => {
  it('means the same, whatever is in it', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...Object.values(attacks), ...commands, ...lines),
    );
    fc.assert(
      fc.property(fc.dictionary(part, fc.array(part)), (value) => {
        expect(JSON.parse(jsonText(value))).toEqual({ ...value });
        expect(jsonText(value)).not.toMatch(canBeObeyed);
        expect(jsonText(value)).toMatch(/^[\n\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u);
      }),
    );
  });

  it('is a line for each member, and a newline at its end', () => {
    expect(jsonText({ a: ['##[b]\u202e'] })).toBe('{\n  "a": [\n    "#\\u0023[b]\\u202e"\n  ]\n}\n');
  });
});

describe('markup', () => {
  it('means the same where a command stood', () => {
    expect(harmlessIn.markup('<p>##vso[a]</p>\n::set-env::x')).toBe('<p>#&#35;vso[a]</p>\n&#58;:set-env::x');
  });
});
