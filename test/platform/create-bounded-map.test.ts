import { expect, it } from '@jest/globals';
import { createBoundedMap } from '../../src/platform/create-bounded-map.ts';

it('forgets the oldest when it is full, and tells what had to go', () => {
  const gone: number[] = [];
  const map = createBoundedMap<number>(2, (value) => gone.push(value));
  for (const [place, key] of ['a', 'b', 'a', 'c'].entries()) map.set(key, place);
  expect([...map.values()]).toEqual([1, 3]);
  expect(gone).toEqual([2]);
});

it('forgets everything when it is cleared, the age of its keys as well', () => {
  const gone: number[] = [];
  const map = createBoundedMap<number>(3, (value) => gone.push(value));
  for (const [place, key] of ['a', 'b'].entries()) map.set(key, place);
  map.clear();
  expect([gone, [...map.values()]]).toEqual([[0, 1], []]);
  for (const [place, key] of ['b', 'c', 'd'].entries()) map.set(key, place);
  expect([...map.values()]).toEqual([0, 1, 2]);
  map.set('e', 3);
  expect([...map.values()]).toEqual([1, 2, 3]);
});
