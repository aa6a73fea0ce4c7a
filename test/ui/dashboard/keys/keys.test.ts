import { distinct, keyName } from '../../../../src/ui/dashboard/keys/keys.tsx';
import { keyMap } from '../../../../src/ui/parts/keys.ts';

const nothing = (): void => undefined;

test.each([
  ['$mod+k', 'Ctrl k', '⌘ k'],
  ['Shift+?', '?', '?'],
  ['Enter', '↵', '↵'],
])('%s is printed on keyboards as %s, on a Mac as %s', (press, other, mac) => {
  expect([keyName(press, false), keyName(press, true)]).toEqual([other, mac]);
});

test('of two keys alike the one of the page works, and is listed', () => {
  const done: string[] = [];
  const keys = [
    { press: '/', what: 'of the page', act: () => done.push('page') },
    { press: '/', what: 'of all', act: () => done.push('all') },
  ];
  keyMap(keys)['/']?.({ preventDefault: nothing } as KeyboardEvent);
  expect(done).toEqual(['page']);
  expect(distinct(keys).map(({ what }) => what)).toEqual(['of the page']);
});

test('a sequence is heard before the key that it ends with', () => {
  const keys = ['c', 'g c'].map((press) => ({ press, what: press, act: nothing }));
  expect(Object.keys(keyMap(keys))).toEqual(['g c', 'c']);
});
