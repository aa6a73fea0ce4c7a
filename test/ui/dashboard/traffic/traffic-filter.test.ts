import {
  conditionsOf,
  filterQuery,
  hrefOfSession,
  parseFilter,
  type TrafficFilter,
} from '../../../../src/ui/dashboard/traffic/traffic-filter.ts';

test('a filter comes back from its address', () => {
  const filter = { kind: 'makeBet', playerId: 'ü & <b>', text: 'a=b', runs: 'show', status: '403' } as const;
  expect(parseFilter(filterQuery(filter))).toEqual(filter);
});

test('what is no filter, or no value of one, is left out', () => {
  expect(parseFilter('kind=nothing&verdict=wrong&status=2xx&__proto__=x&text=%20&from=yesterday')).toEqual({
    verdict: 'wrong',
    status: '2xx',
  });
});

test('spans of time are read as addresses have had them', () => {
  expect(['5min', 'hour', 'start', '90s', '1y'].map((last) => parseFilter(`last=${last}`).last)).toEqual([
    ...['5m', '1h', 'start', '90s', undefined],
  ]);
});

test('a filter that was emptied is not in the address', () => {
  expect(filterQuery({ text: '', kind: 'makeBet', verdict: '' })).toBe('kind=makeBet');
  expect(filterQuery({})).toBe('');
});

test('a session is its calls by round', () => {
  expect(hrefOfSession('s 1')).toBe('#/traffic?sessionId=s+1&group=round');
});

const clock = {
  nowMs: Date.parse('2026-01-01T12:00:00.000Z'),
  startedAt: '2026-01-01T11:59:00.000Z',
};

const conditions = (filter: TrafficFilter) => Object.fromEntries(conditionsOf(filter, clock));

test('the calls of runs are left out unless somebody wants them', () => {
  expect(conditions({})).toEqual({ runs: 'hide' });
  expect(conditions({ runs: 'show', text: 'a b' })).toEqual({ runs: 'show', text: 'a b' });
  const ofRuns: readonly TrafficFilter[] = [{ run: 'r' }, { scenario: 's.yaml' }, { sessionId: 's' }];
  expect(ofRuns.map((filter) => conditions(filter)['runs'])).toEqual(['show', 'show', 'show']);
});

test('a span of time ends now, and grouping is no condition', () => {
  expect(conditions({ last: '5m', group: 'round' })).toEqual({ from: '2026-01-01T11:55:00.000Z', runs: 'hide' });
  expect(conditions({ last: 'start' })).toMatchObject({ from: clock.startedAt });
});
