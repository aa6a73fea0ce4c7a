import type { VNode } from 'preact';
import type { SessionView } from '../../../spec/admin/views.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Ago } from '../parts/ago.tsx';
import { TimeText } from '../parts/time-text.tsx';
import { hrefOf } from '../routes.ts';

/** What a session is about. */
export const SessionFacts = ({ session }: { readonly session: SessionView }): VNode => (
  <dl class="facts">
    <div>
      <dt>player</dt>
      <dd>
        <a href={hrefOf('players', session.playerId)}>{visibleText(session.playerId)}</a>{' '}
        {session.currency}
      </dd>
    </div>
    {session.game === undefined ? null : (
      <div>
        <dt>game</dt>
        <dd>
          {visibleText(session.game)}{' '}
          {session.link === undefined ? null : (
            <a href={session.link} target="_blank" rel="noopener">
              Open it again <span aria-hidden="true">↗</span>
            </a>
          )}
        </dd>
      </div>
    )}
    {session.agentSessionId === undefined ? null : (
      <div>
        <dt>agent's session</dt>
        <dd class="id">{visibleText(session.agentSessionId)}</dd>
      </div>
    )}
    <div>
      <dt>state</dt>
      <dd>
        {session.state}, since <TimeText at={session.createdAt} />, last seen{' '}
        <Ago at={session.lastSeenAt} />
      </dd>
    </div>
  </dl>
);
