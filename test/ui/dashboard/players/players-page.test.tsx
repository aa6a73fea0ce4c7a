import { renderToString } from 'preact-render-to-string';
import type { AccountStatement } from '../../../../src/formats/judgement.ts';
import { PlayerPage, PlayersPage } from '../../../../src/ui/dashboard/players/players-page.tsx';
import { accountKey, store } from '../../../../src/ui/parts/store.ts';

const account = (playerId: string): AccountStatement => ({
  playerId,
  playerUsername: 'Player One',
  currency: 'USD',
  opening: '0.00',
  bets: '0.00',
  wins: '0.00',
  rollbacks: '0.00',
  elsewhere: '0.00',
  runs: '0.00',
  expected: '1.00',
  points: [],
});

const player = (id: string) => ({ id, username: id, currencies: ['USD', 'EUR'], language: 'en' });

beforeEach(() => {
  store.setup.value = {
    players: [player('player-1'), player('player-2')],
    games: [],
  } as unknown as NonNullable<typeof store.setup.value>;
  const known = account('player-1');
  store.accounts.value = new Map([[accountKey(known), known]]);
});
afterEach(() => {
  store.setup.value = undefined;
  store.accounts.value = new Map();
});

const textOf = (markup: string): string => markup.replaceAll(/<[^>]*>/g, ' ');

test('a player has the accounts that are known, and the currencies that nobody asked for', () => {
  const text = textOf(renderToString(<PlayerPage id="player-1" />));
  expect(text).toContain('the ledger expects');
  expect(text).toContain('has not said a balance in EUR yet');
  expect(text).not.toContain('has not said a balance in USD yet');
});

test('a player whom nobody knows is not there', () => {
  expect(renderToString(<PlayerPage id="player-9" />)).toContain('No such player');
  expect(renderToString(<PlayerPage id="player-2" />)).not.toContain('No such player');
});

test('players that were not asked about yet stand below', () => {
  const [known = '', waiting = ''] = renderToString(<PlayersPage />).split('not asked about yet');
  expect([known.includes('#/players/player-1'), known.includes('#/players/player-2')]).toEqual([true, false]);
  expect(waiting).toContain('#/players/player-2');
});
