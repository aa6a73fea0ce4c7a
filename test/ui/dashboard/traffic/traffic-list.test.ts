import { keyTarget } from '../../../../src/ui/dashboard/traffic/traffic-list.tsx';

const place = { active: 5, count: 10, pageRows: 4 };

test.each([
  ['ArrowDown', 6],
  ['ArrowUp', 4],
  ['PageDown', 9],
  ['PageUp', 1],
  ['Home', 0],
  ['End', 9],
  ['a', undefined],
  ['constructor', undefined],
])('%s leads to %s', (key, target) => {
  expect(keyTarget(key, place)).toBe(target);
});

test('without an active row, the keys begin at the newest', () => {
  expect(keyTarget('ArrowUp', { ...place, active: -1 })).toBe(9);
  expect(keyTarget('ArrowDown', { ...place, active: -1 })).toBe(9);
});

test('an empty list has no row to go to', () => {
  expect(keyTarget('End', { active: -1, count: 0, pageRows: 4 })).toBeUndefined();
});
