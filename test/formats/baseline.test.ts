import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { baselineJsonSchema, editList, parseBaseline } from '../../src/formats/baseline.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';

const parse = (text: string) => parseBaseline({ text, file: 'baseline.yaml' });

const messageOf = (text: string): string => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof WalletproofError) return error.message;
    throw error;
  }
  return 'no error';
};

const entry = (changes: Readonly<Record<string, string>> = {}): string => {
  const keys = { requirement: 'IDEM-06', code: 'double-application', reason: 'W-812', ...changes };
  const lines = Object.entries(keys).filter(([, value]) => value !== '');
  return `known:\n  - ${lines.map(([key, value]) => `${key}: ${value}`).join('\n    ')}\n`;
};

describe('a baseline', () => {
  it('is a list of known breaches, with a reason and perhaps a last day', () => {
    const text = `known:
  - { requirement: IDEM-06, code: double-application, reason: "W-812, mended in 2.4", expires: 2026-12-31 }
  - requirement: RB-02
    code: win-not-reverted
    reason: |
      The team knows.
`;
    expect(parse(text)).toEqual([
      {
        requirement: 'IDEM-06',
        code: 'double-application',
        reason: 'W-812, mended in 2.4',
        expires: '2026-12-31',
      },
      { requirement: 'RB-02', code: 'win-not-reverted', reason: 'The team knows.' },
    ]);
  });

  it('can be empty', () => {
    expect(parse('known: []')).toEqual([]);
  });

  it('can excuse a risk of money', () => {
    expect(parse(entry({ code: 'money-at-risk' }))).toHaveLength(1);
  });
});

describe('what is wrong in a baseline is pointed at', () => {
  it.each([
    ['an unknown requirement', entry({ requirement: 'IDEM-O6' }), '2:18', 'did you mean `IDEM-06`?'],
    ['a requirement in small letters', entry({ requirement: 'idem-06' }), '2:18', '`IDEM-06`?'],
    ['an unknown code', entry({ code: 'double-aplication' }), '3:11', '`double-application`?'],
    ['a code that is a note', entry({ code: 'observed' }), '3:11', 'the code of a breach'],
    ['no reason', entry({ reason: '' }), '2:5', 'needs the key `reason`'],
    ['an empty reason', entry({ reason: '" "' }), '4:13', 'why the breach is known'],
    ['a day that is none', entry({ expires: '2026-02-30' }), '5:14', 'a day such as 2026-12-31'],
    ['a day that is a number', entry({ expires: '20261231' }), '5:14', 'a day such as 2026-12-31'],
    ['an unknown key', entry({ expiry: '2026-12-31' }), '5:5', 'unknown key `expiry`'],
    ['a list without its key', '- requirement: IDEM-06', '1:1', 'expected a mapping'],
    ['nothing', '', '1:1', 'expected `known:`'],
    ['what is no YAML', 'known: [', '1:8', 'never closed'],
  ])('%s', (_what, text, place, words) => {
    const message = messageOf(text);
    expect(message).toContain(`baseline.yaml:${place}: `);
    expect(message).toContain('^');
    expect(message).toContain(words);
  });

  it('an entry given twice', () => {
    const text = `${entry()}  - { requirement: IDEM-06, code: double-application, reason: again }\n`;
    expect(messageOf(text)).toContain('baseline.yaml:5:5: another entry has `double-application`');
    expect(messageOf(text)).toContain('see line 2');
  });

  it('a code that is a breach of another requirement only', () => {
    const message = messageOf(entry({ code: 'forked-history' }));
    expect(message).toContain('baseline.yaml:2:18: `forked-history` is never a breach of IDEM-06');
    expect(message).toContain('write CON-04');
  });
});

const file = new URL('../../docs/baseline.schema.json', import.meta.url);

describe('docs/baseline.schema.json', () => {
  it('is the JSON Schema of the baseline that is parsed', () => {
    // UPDATE=1 writes it anew; the formatter may then break its lines.
    if (process.env['UPDATE'] === '1') {
      writeFileSync(file, `${JSON.stringify(baselineJsonSchema(), undefined, 1)}\n`);
    }
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(baselineJsonSchema());
  });

  it('completes every requirement, and no finding that is a note', () => {
    const text = JSON.stringify(baselineJsonSchema());
    expect(requirements.filter(({ id }) => !text.includes(`"${id}"`))).toEqual([]);
    expect(text).toContain('"double-application"');
    expect(text).not.toContain('"observed"');
  });
});

const text = `# what we know
known:
  # the ticket is old
  - { requirement: IDEM-06, reason: "W-812: later" }
  - requirement: RB-02 # mine
    reason: yes
  - requirement: RB-03
`;

const edit = (given: string, without: readonly number[], added: readonly unknown[]): string =>
  editList(given, { key: 'known', without: new Set(without), with: added });

describe('a list of a YAML text', () => {
  it('loses items and gains others, and keeps comments and the way things are written', () => {
    expect(edit(text, [2], [{ requirement: 'BET-01', reason: 'a: b' }])).toBe(
      text.replace('  - requirement: RB-03\n', '  - requirement: BET-01\n    reason: "a: b"\n'),
    );
  });

  it('is made where the text has none', () => {
    expect(edit('# head\n', [], [{ a: 1 }])).toBe('# head\n\nknown:\n  - a: 1\n');
    expect(edit('other: 1\n', [], [])).toBe('other: 1\nknown: []\n');
  });

  it('is written with an item a line where it was empty', () => {
    expect(edit('known: []\n', [], [{ a: 1 }, { a: 2 }])).toBe('known:\n  - a: 1\n  - a: 2\n');
  });
});
