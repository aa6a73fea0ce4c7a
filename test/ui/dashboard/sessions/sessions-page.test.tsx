import { renderToString } from 'preact-render-to-string';
import type { SessionView } from '../../../../src/api/schemas/sessions.ts';
import { SessionsPage, SessionTable } from '../../../../src/ui/dashboard/sessions/sessions-page.tsx';
import { store } from '../../../../src/ui/parts/store.ts';

afterEach(() => {
  store.sessions.value = [];
});

const session = (sessionId: string, state: string, lastSeenAt: string) =>
  ({
    ...{ sessionId, state, playerId: 'player-1', currency: 'USD' },
    ...{ playerUsername: 'Player One', createdAt: 'at noon' },
    lastSeenAt: `2026-03-01T${lastSeenAt}:00.000Z`,
  }) as unknown as SessionView;

test('active sessions stand first, then the one that was seen last', () => {
  const markup = renderToString(
    <SessionTable
      sessions={[
        session('ended-late', 'expired', '15:00'),
        session('active-early', 'active', '09:00'),
        session('ended-early', 'expired', '08:00'),
        session('active-late', 'active', '10:00'),
      ]}
    />,
  );
  expect([...markup.matchAll(/#\/sessions\/([\w-]+)/g)].map(([, id]) => id)).toEqual([
    'active-late',
    'active-early',
    'ended-late',
    'ended-early',
  ]);
});

test('a session is named by its player, its game and its start', () => {
  const named = {
    ...session('6018f429-c823', 'active', '10:00'),
    ...{ playerUsername: 'Player One', game: 'Book of Ra', createdAt: 'at noon' },
  };
  const markup = renderToString(<SessionTable sessions={[named]} />);
  expect(markup).toContain('>Player One · Book of Ra · at noon</a>');
  const byHand = { ...named, state: 'by-hand' as const, playerUsername: '' };
  expect(renderToString(<SessionTable sessions={[byHand]} />)).toContain('>player-1 · by hand · at noon</a>');
});

test('sessions that runs had opened are counted, and not listed', () => {
  const ofRun = { ...session('of-a-run', 'active', '10:00'), openedBy: 'run' as const };
  store.sessions.value = [session('own', 'active', '10:00'), ofRun];
  const markup = renderToString(<SessionsPage />);
  expect([markup.includes('#/sessions/own'), markup.includes('of-a-run')]).toEqual([true, false]);
  expect(markup).toContain('1 session of runs');
});
