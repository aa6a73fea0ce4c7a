import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SessionView } from '../../../api/schemas/sessions.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { Dialog } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { SmallId } from '../../parts/code-block.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import { Ago } from '../../parts/time.tsx';
import { Diagram } from './diagram.tsx';
import { RecordView } from './recording.tsx';
import { sessionName } from './session-name.ts';
import { GameLink } from './session-table.tsx';

/** Names the session whose calls are listed; and what may be done with all of them. */
export const SessionLine = ({ sessionId }: { readonly sessionId: string }): VNode => {
  const session = store.sessions.value.find((each) => each.sessionId === sessionId);
  const [open, setOpen] = useState<'record' | 'diagram'>();
  const close = (): void => setOpen(undefined);
  return (
    <section class="session-line row" aria-label="Session">
      {session === undefined ? <UnknownSession id={sessionId} /> : <SessionFacts session={session} />}
      <Button onPress={() => setOpen('record')}>Save as scenario</Button>
      <Button onPress={() => setOpen('diagram')}>Sequence diagram</Button>
      <Dialog title="Save as scenario" isOpen={open === 'record'} onClose={close}>
        <RecordView order={{ sessionId }} />
      </Dialog>
      <Dialog title="Sequence diagram" isOpen={open === 'diagram'} onClose={close}>
        <Diagram sessionId={sessionId} />
      </Dialog>
    </section>
  );
};

const UnknownSession = ({ id }: { readonly id: string }): VNode => (
  <>
    <h2>Session</h2>
    <SmallId id={id} />
  </>
);

const states: Readonly<Record<SessionView['state'], string>> = {
  ...{ active: 'open', expired: 'ended', 'by-hand': 'never opened' },
};

const SessionFacts = ({ session }: { readonly session: SessionView }): VNode => {
  const { playerId, currency, state, lastSeenAt, agentSessionId } = session;
  return (
    <>
      <h2 title={agentSessionId === undefined ? '' : `of the agent's session ${visibleText(agentSessionId)}`}>
        {sessionName(session)}
      </h2>
      <a href={hrefOf('players', playerId)}>{visibleText(playerId)}</a>
      <span class="badge">{visibleText(currency)}</span>
      <span class="quiet">
        {states[state]}, seen <Ago at={lastSeenAt} by="platform" />
      </span>
      <GameLink session={session} />
    </>
  );
};
