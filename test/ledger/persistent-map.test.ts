import { expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { PersistentMap } from '../../src/ledger/persistent-map.ts';

const entry = fc.tuple(fc.string({ maxLength: 3 }), fc.integer());

/** The same for two maps with the same entries in the same order. */
const written = (map: ReadonlyMap<string, number>): string => JSON.stringify([...map]);

it('has what a Map has, in the same order', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 400 }), (entries) => {
      const [ours, theirs] = [PersistentMap.of(entries), new Map(entries)];
      expect(written(ours)).toBe(written(theirs));
      expect(ours.size).toBe(theirs.size);
      for (const [key, value] of theirs) expect(ours.get(key)).toBe(value);
      expect([ours.has('never there'), ours.get('never there')]).toEqual([false, undefined]);
    }),
  );
});

it('stays as it was when others are made of it', () => {
  fc.assert(
    fc.property(fc.array(entry), entry, entry, (entries, one, other) => {
      const before = PersistentMap.of(entries);
      const text = written(before);
      const [first, second] = [before.set(...one), before.set(...other)];
      expect(written(before)).toBe(text);
      expect(written(first)).toBe(written(new Map([...entries, one])));
      expect(written(second)).toBe(written(new Map([...entries, other])));
    }),
  );
});

it.each([
  ['costarring', 'liquid'],
  ['declinate', 'macallums'],
  ['altarage', 'zinke'],
])('keeps %s and %s apart, which have the same hash', (one, other) => {
  const map = PersistentMap.of<number>()
    .set(one, 1)
    .set(other, 2)
    .set('third', 3)
    .set(one, 4)
    .set(other, 5);
  expect([...map]).toEqual([
    [one, 4],
    [other, 5],
    ['third', 3],
  ]);
  expect([map.get(one), map.get(other), map.size]).toEqual([4, 5, 3]);
});

it('visits its entries with forEach, keys and values', () => {
  const map = PersistentMap.of([
    ['a', 1],
    ['b', 2],
  ]);
  const seen: string[] = [];
  map.forEach((value, key) => {
    seen.push(`${key}${value}`);
  });
  expect([seen, [...map.keys()], [...map.values()]]).toEqual([
    ['a1', 'b2'],
    ['a', 'b'],
    [1, 2],
  ]);
});

it('copies as few nodes for one more key of 20,000 as its depth', () => {
  const many = PersistentMap.of(Array.from({ length: 20_000 }, (_, n) => [`tx-${n}`, n]));
  const copies = jest.spyOn(Array.prototype, 'with');
  many.set('one more', 1);
  many.set('tx-7', 2);
  const count = copies.mock.calls.length;
  copies.mockRestore();
  expect(count).toBeLessThanOrEqual(16);
});
