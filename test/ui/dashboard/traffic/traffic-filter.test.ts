import {
  conditionsOf,
  filterQuery,
  parseFilter,
  queryOfPage,
  type TrafficFilter,
} from '../../../../src/ui/dashboard/traffic/traffic-filter.ts';

test('a filter comes back from its address', () => {
  const filter = { kind: 'makeBet', playerId: 'ü & <b>', text: 'a=b', runs: 'show' } as const;
  expect(parseFilter(filterQuery(filter))).toEqual(filter);
});

test('what is no filter, or no value of one, is left out', () => {
  expect(parseFilter('kind=nothing&verdict=wrong&status=2xx&__proto__=x&text=%20')).toEqual({
    verdict: 'wrong',
    status: '2xx',
  });
});

const clock = {
  nowMs: Date.parse('2026-01-01T12:00:00.000Z'),
  startedAt: '2026-01-01T11:59:00.000Z',
};

test('the calls of runs are left out unless somebody wants them', () => {
  expect(queryOfPage({}, { limit: 5 }, clock)).toBe('/exchanges?runs=hide&limit=5');
  expect(queryOfPage({ runs: 'show', text: 'a b' }, { limit: 5, afterSeq: 7 }, clock)).toBe(
    '/exchanges?text=a+b&runs=show&limit=5&afterSeq=7',
  );
  expect(queryOfPage({ run: 'r-1' }, { limit: 5 }, clock)).toContain('runs=show');
});

test('a span of time ends now, and grouping is no condition', () => {
  const conditions = (filter: TrafficFilter) => Object.fromEntries(conditionsOf(filter, clock));
  expect(conditions({ last: '5min', group: 'round' })).toEqual({
    from: '2026-01-01T11:55:00.000Z',
    runs: 'hide',
  });
  expect(conditions({ last: 'start' })).toMatchObject({ from: clock.startedAt });
  expect(parseFilter('from=yesterday&to=2026-01-01T00:00:00.000Z')).toEqual({
    to: '2026-01-01T00:00:00.000Z',
  });
});

test('a filter that was emptied is not in the address', () => {
  expect(filterQuery({ text: '', kind: 'makeBet', verdict: '' })).toBe('kind=makeBet');
  expect(filterQuery({})).toBe('');
});
