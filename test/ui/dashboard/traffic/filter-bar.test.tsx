import { renderToString } from 'preact-render-to-string';
import { FilterBar } from '../../../../src/ui/dashboard/traffic/filter-bar.tsx';
import type { TrafficFilter } from '../../../../src/ui/dashboard/traffic/traffic-filter.ts';
import { NewRows } from '../../../../src/ui/dashboard/traffic/traffic-list.tsx';
import type { TrafficSession } from '../../../../src/ui/dashboard/traffic/traffic-session.ts';
import { pauseList, resumeList } from '../../../../src/ui/dashboard/traffic/traffic-session.ts';
import { openSession, rowOf } from './rows.ts';

const textOf = (markup: string): string => markup.replaceAll(/<[^>]*>/g, '|');

const bar = (session: TrafficSession, filter: TrafficFilter = {}): string =>
  renderToString(<FilterBar session={session} filter={filter} onChange={() => undefined} />);

test('the filters in use are counted, the search is not one of them', async () => {
  const session = await openSession(3);
  expect(textOf(bar(session, { text: 'tx-1', kind: 'makeBet', runs: 'hide' }))).toContain(
    '|Filters (2)|',
  );
  expect(textOf(bar(session, { text: 'tx-1' }))).toContain('|Filters|');
});

test('everything can be shown again where something is filtered', async () => {
  const session = await openSession(3);
  expect(bar(session, { text: 'tx-1' })).toContain('Show everything');
  expect(bar(session)).not.toContain('Show everything');
});

test('a filter that only a link sets is there to be taken off', async () => {
  const session = await openSession(3);
  expect(bar(session, { sessionId: 's-1' })).toContain('Show more than session s-1');
  expect(bar(session)).not.toContain('Show more than');
});

test('a choice has the value of the address, and every other', async () => {
  const markup = bar(await openSession(3), { verdict: 'risky' });
  expect(markup).toMatch(/<option selected value="risky">/);
  for (const value of ['right', 'wrong', 'unjudged', '2xx', 'none', 'get_game_link', 'hide']) {
    expect(markup).toContain(`<option value="${value}">`);
  }
});

test('a paused list counts what comes, and shows it when it goes on', async () => {
  const session = await openSession(3);
  pauseList(session);
  session.rows.receive([4, 5].map((seq) => ({ kind: 'exchange', row: rowOf(seq) })));
  expect(session.pausedAt.value).toBe(3);
  expect(textOf(bar(session)).replaceAll('|', '')).toContain('Paused · 2 waiting');
  resumeList(session);
  expect(session.pausedAt.value).toBeUndefined();
});

test('an empty list is paused before its first row', async () => {
  const session = await openSession(0);
  pauseList(session);
  session.rows.receive([{ kind: 'exchange', row: rowOf(1) }]);
  expect(bar(session)).toContain('Paused, 1 waiting');
});

const button = (session: TrafficSession): string =>
  textOf(renderToString(<NewRows session={session} count={5} onPress={() => undefined} />));

test('who has left the newest is told how many came since', async () => {
  const session = await openSession(5);
  session.isFollowing.value = false;
  session.seenSeq = 3;
  expect(button(session)).toContain('2 new ↓');
  session.seenSeq = 5;
  expect(button(session)).toContain('To the newest ↓');
});

test('who follows the newest is not told of them', async () => {
  expect(button(await openSession(5))).toBe('');
});
