import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SessionView } from '../../../api/schemas/sessions.ts';
import { plural } from '../../../base/quantities.ts';
import { visibleLine } from '../../../base/visible-text.ts';
import { EmptyState } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import { Ago } from '../../parts/time.tsx';
import { OpenGame } from '../players/player-actions.tsx';
import { sessionName } from './session-name.ts';

/** Every session, those that still open first; those that runs had opened on request. */
export const SessionsPage = (): VNode => {
  const [runs, setRuns] = useState<'hide' | 'show'>('hide');
  const all = store.sessions.value;
  // A run has its calls on its own page.
  const own = all.filter(({ openedBy }) => openedBy !== 'run');
  const shown = runs === 'show' ? all : own;
  return (
    <div class="sessions-page">
      <header class="row">
        <h1>Sessions</h1>
        {own.length === all.length ? null : (
          <Button pressed={runs === 'show'} onPress={() => setRuns(runs === 'show' ? 'hide' : 'show')}>
            {plural(all.length - own.length, 'session')} of runs
          </Button>
        )}
      </header>
      {shown.length === 0 ? <NoSessions /> : <SessionTable sessions={shown} />}
    </div>
  );
};

const NoSessions = (): VNode => {
  const player = store.setup.value?.players[0];
  return (
    <EmptyState title="No session yet">
      <p>
        A session begins when your agent asks for a launch link (<code>get_game_link</code>), or when you open a game
        here. Its page shows each round with its callbacks, draws the sequence diagram, and writes what happened as a
        scenario that can be played again.
      </p>
      {player === undefined ? null : (
        <div class="row">
          <OpenGame playerId={player.id} currency={player.currencies[0] ?? 'USD'} look="main" />
          <span class="quiet">as {player.id}</span>
        </div>
      )}
    </EmptyState>
  );
};

interface SessionTableProps {
  readonly sessions: readonly SessionView[];
}

/** Sessions as a table, active ones first, then the one that was seen last. */
export const SessionTable = ({ sessions }: SessionTableProps): VNode => (
  <div class="scroll">
    <table class="sessions">
      <thead>
        <tr>
          <th>Session</th>
          <th>Currency</th>
          <th>State</th>
          <th>Seen</th>
          <th>Game</th>
          <th>Id</th>
        </tr>
      </thead>
      <tbody>
        {sessions.toSorted(byActivity).map((session) => (
          <Row key={session.sessionId} session={session} />
        ))}
      </tbody>
    </table>
  </div>
);

const byActivity = (one: SessionView, other: SessionView): number =>
  Number(other.state === 'active') - Number(one.state === 'active') || other.lastSeenAt.localeCompare(one.lastSeenAt);

const Row = ({ session }: { readonly session: SessionView }): VNode => {
  const { sessionId, currency, lastSeenAt, state } = session;
  return (
    <tr>
      <td>
        <a href={hrefOf('sessions', sessionId)}>{sessionName(session)}</a>
      </td>
      <td>{visibleLine(currency, 12)}</td>
      <td>{stateWords[state]}</td>
      <td>
        <Ago at={lastSeenAt} by="platform" />
      </td>
      <td>
        <GameLink session={session} />
      </td>
      <td class="id quiet">{visibleLine(sessionId, 40)}</td>
    </tr>
  );
};

export const stateWords: Readonly<Record<SessionView['state'], string>> = {
  active: 'open',
  expired: 'ended',
  'by-hand': 'never opened',
};

/** Opens the game again, while its link does. */
export const GameLink = ({ session: { link, game } }: { readonly session: SessionView }) =>
  link === undefined ? null : (
    <a href={link} target="_blank" rel="noopener" aria-label={`Open again: ${game ?? 'the game'}`}>
      Open again <span aria-hidden="true">↗</span>
    </a>
  );
