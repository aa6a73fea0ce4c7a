import { expect, it } from '@jest/globals';
import { fillPlaceholders } from '../../src/cli/fill-placeholders.ts';

const words = { player_id: 'player-1', game_id: 101 };

it.each([
  ['{player_id}', 'player-1'],
  ['{game_id}', 101],
  ['game {game_id} of {player_id}', 'game 101 of player-1'],
  ['{unknown} {toString} {player_id', '{unknown} {toString} {player_id'],
  [
    { player: { id: '{player_id}' }, games: ['{game_id}'] },
    { player: { id: 'player-1' }, games: [101] },
  ],
  [
    { game_id: 7, demo: false, none: null },
    { game_id: 7, demo: false, none: null },
  ],
])('fills %j in as %j', (value, filled) => {
  expect(fillPlaceholders(value, words)).toEqual(filled);
});

it('takes what is filled in for no placeholder itself', () => {
  expect(fillPlaceholders('{a}{b}', { a: '{b}', b: 'x' })).toBe('{b}x');
});
