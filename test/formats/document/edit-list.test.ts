import { describe, expect, it } from '@jest/globals';
import { editList } from '../../../src/formats/baseline.ts';

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
