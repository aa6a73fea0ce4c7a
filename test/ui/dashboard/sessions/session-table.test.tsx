import { renderToString } from 'preact-render-to-string';
import type { SessionView } from '../../../../src/api/schemas/sessions.ts';
import { SessionLine } from '../../../../src/ui/dashboard/sessions/session-line.tsx';
import { SessionTable } from '../../../../src/ui/dashboard/sessions/session-table.tsx';
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
  expect([...markup.matchAll(/sessionId=([\w-]+)/g)].map(([, id]) => id)).toEqual([
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

test('the line above the list names the session, leads to its player and opens its game again', () => {
  store.sessions.value = [{ ...session('s-1', 'active', '10:00'), game: 'Book of Ra', link: '/play/1' }];
  const markup = renderToString(<SessionLine sessionId="s-1" />);
  for (const part of ['Player One · Book of Ra · at noon', '#/players/player-1', 'open, seen', '/play/1']) {
    expect(markup).toContain(part);
  }
});

test('a session that nobody knows is named by its id', () => {
  expect(renderToString(<SessionLine sessionId="<gone>" />)).toContain('&lt;gone>');
});
