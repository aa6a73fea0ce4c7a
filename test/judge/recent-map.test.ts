import { expect, it } from '@jest/globals';
import { RecentMap } from '../../src/judge/recent-map.ts';

const mapOf = (count: number) => {
  const map = new RecentMap<number>(10);
  for (let key = 0; key < count; key += 1) map.set(String(key), key);
  return map;
};

it('remembers the last entries, as many as it is told', () => {
  const map = mapOf(25);
  for (let key = 15; key < 25; key += 1) expect(map.get(String(key))).toBe(key);
});

it('forgets what is older than twice as many', () => {
  const map = mapOf(25);
  for (let key = 0; key < 5; key += 1) expect(map.get(String(key))).toBeUndefined();
});

it('gives the newest value of a key', () => {
  const map = mapOf(25);
  map.set('15', -1);
  expect(map.get('15')).toBe(-1);
});
