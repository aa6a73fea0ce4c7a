import { renderToString } from 'preact-render-to-string';
import { TrafficBar } from '../../../../src/ui/dashboard/traffic/traffic-bar.tsx';
import type { TrafficFilter } from '../../../../src/ui/dashboard/traffic/traffic-filter.ts';
import { NewRows } from '../../../../src/ui/dashboard/traffic/traffic-list.tsx';
import { pauseList, resumeList, type TrafficSession } from '../../../../src/ui/dashboard/traffic/traffic-session.ts';
import { openSession, toldOf } from './rows.ts';

const textOf = (markup: string): string => markup.replaceAll(/<[^>]*>/g, '|');

const bar = (session: TrafficSession, filter: TrafficFilter = {}): string =>
  renderToString(<TrafficBar session={{ ...session, filter }} onChange={() => undefined} />);

test('filters of the address stand in the search', async () => {
  const session = await openSession(3);
  expect(bar(session, { sessionId: 's-1', text: 'a b' })).toContain('value="session:s-1 a b"');
  expect(bar(session, { playerId: '<b> x' })).toContain('value="player:&quot;&lt;b> x&quot;"');
});

test('the calls of runs are hidden, which is said', async () => {
  const session = await openSession(3);
  expect(textOf(bar(session))).toContain('|Runs |hidden|');
  expect(textOf(bar(session, { runs: 'show' }))).toContain('|Runs |shown|');
  expect(bar(session, { run: 'r-1' })).not.toContain('Runs ');
});

test('how many calls are shown is counted', async () => {
  expect(textOf(bar(await openSession(1_234)))).toContain('|1,234 calls|');
});

test('what is filtered is there to be taken along', async () => {
  const shown = bar(await openSession(3), { playerId: 'player-1' });
  expect(shown).toMatch(/href="\/__admin\/exchanges\.har\?playerId=player-1&amp;runs=hide"/);
});

test('a paused list counts what comes, and shows it when it goes on', async () => {
  const session = await openSession(3);
  pauseList(session);
  session.rows.receive(toldOf(4, 5));
  expect(session.pausedAt.value).toBe(3);
  expect(textOf(bar(session)).replaceAll('|', '')).toContain('Paused · 2 waiting');
  resumeList(session);
  expect(session.pausedAt.value).toBeUndefined();
});

test('an empty list is paused before its first row', async () => {
  const session = await openSession(0);
  pauseList(session);
  session.rows.receive(toldOf(1));
  expect(bar(session)).toContain('Paused, 1 waiting');
});

const button = (session: TrafficSession): string =>
  textOf(renderToString(<NewRows session={session} lines={{ count: 5 }} onPress={() => undefined} />));

test('who has left the newest is told how many came since', async () => {
  const session = await openSession(5);
  session.isFollowing.value = false;
  session.seenSeq = 3;
  expect(button(session)).toContain('2 new calls ↓');
  session.seenSeq = 5;
  expect(button(session)).toContain('To the newest ↓');
});

test('who follows the newest is not told of them', async () => {
  expect(button(await openSession(5))).toBe('');
});
