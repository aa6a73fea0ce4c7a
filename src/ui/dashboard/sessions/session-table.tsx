import type { VNode } from 'preact';
import type { SessionView } from '../../../api/schemas/sessions.ts';
import { visibleLine } from '../../../base/visible-text.ts';
import { Ago } from '../../parts/time.tsx';
import { hrefOfSession } from '../traffic/traffic-filter.ts';
import { sessionName } from './session-name.ts';

/** Sessions as a table, active ones first, then the one that was seen last. */
export const SessionTable = ({ sessions }: { readonly sessions: readonly SessionView[] }): VNode => (
  <div class="scroll">
    <table class="sessions">
      <thead>
        <tr>
          <th>Session</th>
          <th>Currency</th>
          <th>Seen</th>
          <th>Game</th>
        </tr>
      </thead>
      <tbody>
        {sessions.toSorted(byActivity).map((session) => (
          <tr key={session.sessionId}>
            <td>
              <a href={hrefOfSession(session.sessionId)}>{sessionName(session)}</a>
            </td>
            <td>{visibleLine(session.currency, 12)}</td>
            <td>
              <Ago at={session.lastSeenAt} by="platform" />
            </td>
            <td>
              <GameLink session={session} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const byActivity = (one: SessionView, other: SessionView): number =>
  Number(other.state === 'active') - Number(one.state === 'active') || other.lastSeenAt.localeCompare(one.lastSeenAt);

/** Opens the game again, while its link does. */
export const GameLink = ({ session: { link, game } }: { readonly session: SessionView }): VNode | null =>
  link === undefined ? null : (
    <a href={link} target="_blank" rel="noopener" aria-label={`Open again: ${game ?? 'the game'}`}>
      Open again <span aria-hidden="true">↗</span>
    </a>
  );
