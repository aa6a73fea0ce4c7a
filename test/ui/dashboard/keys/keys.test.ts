import { distinct, keyName } from '../../../../src/ui/dashboard/keys/key-list.tsx';
import { findPlaces, type Place, placesOf } from '../../../../src/ui/dashboard/keys/places.ts';
import { keyMap } from '../../../../src/ui/parts/keys.ts';
import { store } from '../../../../src/ui/parts/store.ts';

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

const place = (title: string, group = 'page'): Place => ({ key: title, title, group, go: nothing });

test('a place is found by all its words in any order, those that begin so first', () => {
  const places = [place('Run the suite'), place('player-1', 'player'), place('suite of player-1')];
  const found = (text: string) => findPlaces(places, text).map(({ title }) => title);
  expect(found('suite')).toEqual(['suite of player-1', 'Run the suite']);
  expect(found('1 player')).toEqual(['player-1', 'suite of player-1']);
  expect(found('nowhere')).toEqual([]);
});

test('pages, actions, players and scenarios are places', () => {
  store.setup.value = { players: [{ id: 'player-7' }] } as unknown as typeof store.setup.value;
  const scenario = { file: 'a.yaml', title: 'A bet', requirements: [], home: 'suite' } as const;
  const titles = placesOf([scenario]).map(({ title }) => title);
  for (const title of ['Traffic', 'Send a callback', 'player-7', 'Run “A bet” (a.yaml)']) {
    expect(titles).toContain(title);
  }
  store.setup.value = undefined;
});
