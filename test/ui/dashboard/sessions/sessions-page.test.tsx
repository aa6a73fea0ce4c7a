import { renderToString } from 'preact-render-to-string';
import type { SessionView } from '../../../../src/api/schemas/sessions.ts';
import { SessionTable } from '../../../../src/ui/dashboard/sessions/sessions-page.tsx';

const session = (sessionId: string, state: string, lastSeenAt: string) =>
  ({
    ...{ sessionId, state, playerId: 'player-1', currency: 'USD' },
    lastSeenAt: `2026-03-01T${lastSeenAt}:00.000Z`,
  }) as unknown as SessionView;

test('active sessions stand first, then the one that was seen last', () => {
  const markup = renderToString(
    <SessionTable
      sessions={[
        session('ended-late', 'ended', '15:00'),
        session('active-early', 'active', '09:00'),
        session('ended-early', 'ended', '08:00'),
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
