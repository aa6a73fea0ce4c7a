import { describe, expect, it } from '@jest/globals';
import { byGroup, groupOf, requirementIds } from '../../src/report/requirement-ids.ts';

describe('requirementIds', () => {
  it.each([
    [['IDEM-01'], 'IDEM-01'],
    [['IDEM-01', 'IDEM-08'], 'IDEM-01,08'],
    [['IDEM-01', 'IDEM-02'], 'IDEM-01,02'],
    [['RB-02', 'RB-03', 'RB-04', 'RB-08'], 'RB-02..04,08'],
    [['IDEM-01', 'RB-01', 'IDEM-02'], 'IDEM-01,02 RB-01'],
    [['IDEM-01', 'IDEM-01'], 'IDEM-01'],
    [['FS-09', 'FS-10', 'FS-11'], 'FS-09..11'],
    [['oddity'], 'oddity'],
    [[], ''],
  ])('shortens %j', (ids, text) => {
    expect(requirementIds(ids)).toBe(text);
  });
});

describe('groupOf', () => {
  it('is what comes before the number', () => {
    expect(groupOf('IDEM-01')).toBe('IDEM');
  });
});

describe('byGroup', () => {
  it('keeps groups and members in their order', () => {
    const groups = byGroup(['RB-02', 'BET-01', 'RB-01'], (id) => id);
    expect([...groups]).toEqual([
      ['RB', ['RB-02', 'RB-01']],
      ['BET', ['BET-01']],
    ]);
  });
});
