import type { VNode } from 'preact';
import type { SessionView } from '../../../api/schemas/sessions.ts';
import { visibleLine } from '../../../text/visible-text.ts';
import { EmptyState } from '../../parts/blocks.tsx';
import { OpenGame } from '../../parts/player-actions.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import { Ago } from '../../parts/time.tsx';

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

/** Sessions as a table, active ones first, then the one that was seen last. */
export const SessionTable = ({
  sessions,
}: {
  readonly sessions: readonly SessionView[];
}): VNode => (
  <div class="scroll">
    <table class="sessions">
      <thead>
        <tr>
          <th>session</th>
          <th>player</th>
          <th>game</th>
          <th>seen</th>
          <th>state</th>
          <th>open again</th>
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
  one.state === other.state
    ? other.lastSeenAt.localeCompare(one.lastSeenAt)
    : one.state.localeCompare(other.state);

const longestId = 24;

const Row = ({ session }: { readonly session: SessionView }): VNode => {
  const { sessionId, playerId, currency, game, gameId, lastSeenAt, state, link } = session;
  return (
    <tr>
      <td>
        <a class="id" href={hrefOf('sessions', sessionId)}>
          {visibleLine(sessionId, longestId)}
        </a>
      </td>
      <td>
        <a href={hrefOf('players', playerId)}>{visibleLine(playerId, longestId)}</a> {currency}
      </td>
      <td>{game ?? gameId ?? <span class="quiet">by hand</span>}</td>
      <td>
        <Ago at={lastSeenAt} />
      </td>
      <td>{state}</td>
      <td>
        {link === undefined ? (
          <span class="quiet">–</span>
        ) : (
          <a
            href={link}
            target="_blank"
            rel="noopener"
            aria-label={`Open ${game ?? 'the game'} again`}
          >
            Open <span aria-hidden="true">↗</span>
          </a>
        )}
      </td>
    </tr>
  );
};
