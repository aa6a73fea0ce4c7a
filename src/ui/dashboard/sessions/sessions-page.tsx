import type { VNode } from 'preact';
import { EmptyState } from '../parts/empty-state.tsx';
import { OpenGame } from '../players/open-game.tsx';
import { store } from '../store.ts';
import { SessionTable } from './session-table.tsx';

/** Every game session, those that still open first. */
export const SessionsPage = (): VNode => {
  const sessions = store.sessions.value;
  return (
    <div class="sessions-page">
      <h1>Sessions</h1>
      {sessions.length === 0 ? <NoSessions /> : <SessionTable sessions={sessions} />}
    </div>
  );
};

const NoSessions = (): VNode => {
  const player = store.setup.value?.players[0];
  return (
    <EmptyState title="No session yet">
      <p>
        A session begins when your agent asks for a launch link (<code>get_game_link</code>), or
        when you open a game here. Its page shows each round with its callbacks, draws the sequence
        diagram, and writes what happened as a scenario that can be played again.
      </p>
      {player === undefined ? null : (
        <div class="row">
          <OpenGame playerId={player.id} currency={player.currencies[0] ?? 'USD'} />
          <span class="quiet">as {player.id}</span>
        </div>
      )}
    </EmptyState>
  );
};
