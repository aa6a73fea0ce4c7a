import { hrefOf, pageTitle, parseRoute } from '../../../src/ui/parts/routes.ts';

test.each([
  ['', { page: 'findings', query: '' }],
  ['#/', { page: 'findings', query: '' }],
  ['#/traffic?kind=makeBet&text=a?b', { page: 'traffic', query: 'kind=makeBet&text=a?b' }],
  ['#/exchanges/ex-1', { page: 'exchanges', id: 'ex-1', query: '' }],
  ['#/players', { page: 'players', query: '' }],
  ['#/constructor', { page: 'unknown', query: '' }],
  ['#/players/%E0%A4%A', { page: 'players', id: '%E0%A4%A', query: '' }],
])('%s is read', (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
});

test.each(['a/b', 'a?b', 'ü #1', '<script>', '%'])('the id %s comes back from its address', (id) => {
  expect(parseRoute(hrefOf('sessions', id)).id).toBe(id);
});

test('a query stands behind the path', () => {
  expect(hrefOf('traffic', undefined, 'kind=list')).toBe('#/traffic?kind=list');
});

test.each([
  ['#/', 'Findings · walletproof'],
  ['#/traffic', 'Traffic · walletproof'],
  ['#/players', 'Players · walletproof'],
  ['#/players/player-1', 'Player player-1 · walletproof'],
  ['#/runs/run-1', 'Run run-1 · walletproof'],
  ['#/nowhere', 'No such page · walletproof'],
])('the tab at %s is titled %s', (hash, title) => {
  expect(pageTitle(parseRoute(hash))).toBe(title);
});

test('the tab tells how many things are to fix', () => {
  expect(pageTitle(parseRoute('#/'), 2)).toBe('(2) Findings · walletproof');
});
