import { readSearch, searchOf, suggestionsAt } from '../../../../src/ui/dashboard/traffic/search-words.ts';
import type { TrafficFilter } from '../../../../src/ui/dashboard/traffic/traffic-filter.ts';
import { store } from '../../../../src/ui/parts/store.ts';

test.each<[string, TrafficFilter]>([
  ['is:wrong player:p-1 since:10m', { verdict: 'wrong', playerId: 'p-1', last: '10m' }],
  ['call:makeBet status:4xx', { kind: 'makeBet', status: '4xx' }],
  ['status:403', { status: '403' }],
  ['status:none', { status: 'none' }],
  ['from:agent', { direction: 'operation' }],
  ['to:agent', { direction: 'callback' }],
  ['session:s-1 tx:t-1 round:r-1 run:u-1', { sessionId: 's-1', transactionId: 't-1', round: 'r-1', run: 'u-1' }],
  ['scenario:"a b.yaml" runs:show', { scenario: 'a b.yaml', runs: 'show' }],
  ['player:"a \\"b\\" \\\\c"', { playerId: 'a "b" \\c' }],
  ['since:start', { last: 'start' }],
  [
    'since:2026-01-01T12:00:00Z until:2026-01-02T00:00:00Z',
    { from: '2026-01-01T12:00:00.000Z', to: '2026-01-02T00:00:00.000Z' },
  ],
  ['Player  cc', { text: 'Player cc' }],
  ['"Player  cc" is:wrong', { text: 'Player  cc', verdict: 'wrong' }],
  ['6018f429:7 {"bet":1}', { text: '6018f429:7 {"bet":1}' }],
  ['"is:wrong"', { text: 'is:wrong' }],
  ['player:"still open', { playerId: 'still open' }],
  ['', {}],
])('%s is understood', (typed, filter) => {
  expect(readSearch(typed)).toEqual({ filter, problems: [] });
});

test.each<[string, TrafficFilter, string]>([
  ['is:wrongg', {}, 'is: right, wrong, risky, consistent or unjudged'],
  ['is: cc', { text: 'cc' }, 'is: right, wrong, risky, consistent or unjudged'],
  ['status:999', {}, 'status: 2xx, 3xx, 4xx, 5xx, none for no answer, or a status such as 403'],
  ['from:player', {}, 'from: agent, for what the agent asks'],
  ['runs:all', {}, 'runs: show'],
  ['is:right is:wrong', { verdict: 'right' }, 'is:wrong comes too late: one is: is enough'],
  ['plyer:p-1', { text: 'plyer:p-1' }, 'plyer: is no word of the search, “plyer:p-1” is looked for as text'],
  [
    'constructor:x',
    { text: 'constructor:x' },
    'constructor: is no word of the search, “constructor:x” is looked for as text',
  ],
])('%s is answered with what is not understood', (typed, filter, problem) => {
  expect(readSearch(typed)).toEqual({ filter, problems: [problem] });
});

test('a time of today is the one of the clock on the wall', () => {
  const at = readSearch('since:14:02').filter.from ?? '';
  expect([new Date(at).getHours(), new Date(at).getMinutes()]).toEqual([14, 2]);
  expect(readSearch('since:24:00').problems).toHaveLength(1);
});

test.each<TrafficFilter>([
  { verdict: 'wrong', playerId: 'ü "x" \\', status: '403', last: '5m' },
  { direction: 'operation', to: '2026-01-01T00:00:00.000Z', runs: 'show' },
  { text: 'two  spaces' },
  { text: 'is:wrong' },
  { text: 'http://a b' },
  { text: 'a "b' },
  { text: '"' },
  { text: 'ends with a colon:' },
  { scenario: 'a:b c', text: 'plain text', verdict: 'risky' },
])('%j comes back from how it is typed', (filter) => {
  expect(readSearch(searchOf({ ...filter, group: 'round' }))).toEqual({ filter, problems: [] });
});

const offered = (typed: string, cursor = typed.length): readonly string[] =>
  suggestionsAt(typed, cursor)[1].map(({ text }) => text);

test('words and their values are offered where the cursor is', () => {
  expect(offered('')).toContain('is:');
  expect(offered('st')).toEqual(['status:']);
  expect(offered('abc is:r')).toEqual(['is:right ', 'is:risky ']);
  expect(offered('is:r abc', 4)).toEqual(['is:right ', 'is:risky ']);
  expect(suggestionsAt('abc is:r', 8)[0]).toBe(4);
  expect(['abc', 'constructor:', 'until:', 'is:wrong'].flatMap((typed) => offered(typed))).toEqual([]);
});

test('players that are known are offered, in quotes where they need them', () => {
  store.setup.value = { players: [{ id: 'player-7' }, { id: 'player 8' }] } as unknown as typeof store.setup.value;
  expect(offered('player:PLAY')).toEqual(['player:player-7 ', 'player:"player 8" ']);
  expect(offered('player:"player ')).toEqual(['player:"player 8" ']);
  store.setup.value = undefined;
});
