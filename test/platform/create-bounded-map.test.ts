import { expect, it } from '@jest/globals';
import { createBoundedMap } from '../../src/platform/create-bounded-map.ts';

it('forgets what was set longest ago when it is full, and tells what had to go', () => {
  const gone: number[] = [];
  const map = createBoundedMap<number>(2, { onForgotten: (value) => gone.push(value) });
  for (const [place, key] of ['a', 'b', 'a', 'c'].entries()) map.set(key, place);
  expect([...map.values()]).toEqual([2, 3]);
  expect(gone).toEqual([1]);
});

it('forgets what is needed last', () => {
  const gone: string[] = [];
  const map = createBoundedMap<boolean>(3, {
    onForgotten: (_, key) => gone.push(key),
    isNeeded: (value) => value,
  });
  map.set('needed', true);
  for (const key of ['a', 'b', 'c']) map.set(key, false);
  map.set('b', true);
  for (const key of ['d', 'e']) map.set(key, true);
  expect([gone, [...map.values()]]).toEqual([
    ['a', 'c', 'needed'],
    [true, true, true],
  ]);
});

it('holds more than its limit where they are needed, up to a number of their own', () => {
  const map = createBoundedMap<string>(2, {
    isNeeded: (value) => value.startsWith('needed'),
    mostNeeded: 3,
  });
  for (const key of ['a', 'needed 1', 'needed 2', 'needed 3', 'b', 'needed 4']) map.set(key, key);
  expect([...map.values()]).toEqual(['needed 2', 'needed 3', 'needed 4']);
  map.set('needed 2', 'over');
  expect([...map.values()]).toEqual(['needed 3', 'needed 4']);
});

it('forgets everything when it is cleared, the age of its keys as well', () => {
  const gone: number[] = [];
  const map = createBoundedMap<number>(3, { onForgotten: (value) => gone.push(value) });
  for (const [place, key] of ['a', 'b'].entries()) map.set(key, place);
  map.clear();
  expect([gone, [...map.values()]]).toEqual([[0, 1], []]);
  for (const [place, key] of ['b', 'c', 'd'].entries()) map.set(key, place);
  expect([...map.values()]).toEqual([0, 1, 2]);
  map.set('e', 3);
  expect([...map.values()]).toEqual([1, 2, 3]);
});
