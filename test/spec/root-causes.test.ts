import { expect, it } from '@jest/globals';
import { type FindingCode, findingCodes } from '../../src/spec/finding.ts';
import { rootCauses } from '../../src/spec/root-causes.ts';

type Counts = Partial<Record<FindingCode, number>>;

const seen = (counts: Counts, place = 'run 1') =>
  Object.entries(counts).map(([code, count]) => ({
    ...{ code: code as FindingCode, count, places: new Set([place]) },
  }));

/** What is told, each once. */
const told = (counts: Counts): readonly string[] => [...new Set(rootCauses(seen(counts)).values())];

it('what only calls at once and sums show is told under the mistake that has a name', () => {
  expect(told({ 'win-not-reverted': 14, 'no-serial-order': 1, 'not-conserved': 2, 'wrong-balance': 1 })).toEqual([
    'win-not-reverted',
  ]);
});

it('one mistake with two names is told under the more telling one', () => {
  expect(told({ 'not-applied': 55, 'bet-not-debited': 26, 'free-bet': 1 })).toEqual(['bet-not-debited']);
});

it('a deleted transaction that calls at once take for a late one is told as what it is', () => {
  expect(told({ 'applied-after-rollback': 1, 'rolled-back-bet-applied': 2 })).toEqual(['rolled-back-bet-applied']);
  expect(told({ 'server-error': 1, 'unknown-rollback-fails': 3 })).toEqual(['unknown-rollback-fails']);
});

it('what is rare beside it explains nothing', () => {
  expect(told({ 'wrong-balance': 11, 'not-applied': 1, 'not-conserved': 5 })).toEqual(['wrong-balance']);
});

it('two mistakes with names of their own stay two', () => {
  expect(told({ 'win-not-reverted': 3, 'too-many-digits': 900, 'duplicate-refused': 2 })).toEqual([
    'win-not-reverted',
    'too-many-digits',
    'duplicate-refused',
  ]);
});

it('the form of an answer explains no money', () => {
  expect(told({ 'not-json-content-type': 1664, 'no-serial-order': 1 })).toHaveLength(2);
});

it('what was seen elsewhere explains nothing here', () => {
  const causes = rootCauses([...seen({ 'double-application': 3 }, 'run 1'), ...seen({ 'not-conserved': 1 }, 'run 2')]);
  expect(causes.get('not-conserved')).toBe('not-conserved');
});

it('gives each finding a cause that is told itself, whatever was seen together', () => {
  for (const count of [1, 2, 7]) {
    const all = findingCodes.map((code, index) => [code, 1 + ((index * count) % 11)]);
    const causes = rootCauses(seen(Object.fromEntries(all)));
    for (const root of causes.values()) expect(causes.get(root)).toBe(root);
  }
});
