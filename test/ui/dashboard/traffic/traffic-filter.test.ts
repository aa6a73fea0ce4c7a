import {
  filterQuery,
  parseFilter,
  queryOfPage,
} from '../../../../src/ui/dashboard/traffic/traffic-filter.ts';

test('a filter comes back from its address', () => {
  const filter = { kind: 'makeBet', playerId: 'ü & <b>', text: 'a=b', runs: 'hide' } as const;
  expect(parseFilter(filterQuery(filter))).toEqual(filter);
});

test('what is no filter, or no value of one, is left out', () => {
  expect(parseFilter('kind=nothing&verdict=wrong&status=2xx&__proto__=x&text=%20')).toEqual({
    verdict: 'wrong',
    status: '2xx',
  });
});

test('the calls of runs are asked for unless they are hidden', () => {
  expect(queryOfPage({}, { limit: 5 })).toBe('/exchanges?limit=5&runs=show');
  expect(queryOfPage({ runs: 'hide', text: 'a b' }, { limit: 5, afterSeq: 7 })).toBe(
    '/exchanges?limit=5&afterSeq=7&text=a+b&runs=hide',
  );
});

test('a filter that was emptied is not in the address', () => {
  expect(filterQuery({ text: '', kind: 'makeBet', verdict: '' })).toBe('kind=makeBet');
  expect(filterQuery({})).toBe('');
});
