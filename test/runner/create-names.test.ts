import { expect, it } from '@jest/globals';
import type { NameSpace } from '../../src/runner/create-names.ts';
import { createNames } from '../../src/runner/create-names.ts';

const namesOf = (space: NameSpace): string[] => {
  const names = createNames(space);
  return [
    names.next('tx'),
    names.next('tx'),
    names.next('round'),
    names.next('req'),
    names.session('player-1-main'),
    names.next('req'),
  ];
};

it('makes the same ids in the same order for the same nonce and scenario', () => {
  expect(namesOf({ nonce: '7f3k', scenario: 2 })).toEqual([
    'tx-7f3k-2-1',
    'tx-7f3k-2-2',
    'round-7f3k-2-1',
    'req-7f3k-2-1',
    's-7f3k-2-player-1-main',
    'req-7f3k-2-2',
  ]);
});

it('makes no id twice, in another scenario or in another run', () => {
  const spaces = [
    { nonce: 'a', scenario: 1 },
    { nonce: 'a', scenario: 2 },
    { nonce: 'a', scenario: 11 },
    { nonce: 'b', scenario: 1 },
  ];
  const all = spaces.flatMap(namesOf);
  expect(new Set(all).size).toBe(all.length);
});

it('gives a session name the same id each time, and another name another', () => {
  const names = createNames({ nonce: 'a', scenario: 1 });
  expect(names.session('morning')).toBe(names.session('morning'));
  expect(names.session('evening')).not.toBe(names.session('morning'));
});

it('writes nothing in an id that a URL or a log would have to escape', () => {
  const names = createNames({ nonce: 'a', scenario: 1 });
  expect(names.session("Übung 1/'x'")).toBe('s-a-1-_bung_1__x_');
});
