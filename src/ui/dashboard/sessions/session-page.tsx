import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import type { SessionView } from '../../../api/schemas/sessions.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { EmptyState, ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { SmallId } from '../../parts/code-block.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import { Ago } from '../../parts/time.tsx';
import { openComposer } from '../composer/open-composer.ts';
import { hrefOfTraffic } from '../traffic/traffic-filter.ts';
import { DiagramView } from './diagram-view.tsx';
import { RecordView } from './recording.tsx';
import { Rounds } from './rounds.tsx';
import { sessionName } from './session-name.ts';
import { mostRows, type SessionRows, useSessionRows } from './session-rows.ts';
import { GameLink, stateWords } from './sessions-page.tsx';

const views = {
  rounds: 'Rounds',
  diagram: 'Sequence diagram',
  record: 'Save as scenario',
} as const;

type ViewName = keyof typeof views;

/** One session: its rounds as a waterfall, its sequence diagram, and itself as a scenario. */
export const SessionPage = ({ id = '' }: { readonly id?: string }): VNode => {
  const [view, setView] = useState<ViewName>('rounds');
  const [known, loadEarlier] = useSessionRows(id);
  const session = store.sessions.value.find(({ sessionId }) => sessionId === id);
  return (
    <div class="session">
      <nav aria-label="Breadcrumb">
        <a href={hrefOf('sessions')}>Sessions</a>
      </nav>
      <header class="row">
        <h1>{session === undefined ? 'Session' : sessionName(session)}</h1>
        <SmallId id={id} />
      </header>
      {session === undefined ? null : <SessionFacts session={session} />}
      <fieldset class="row views">
        <legend class="unseen">View</legend>
        {(Object.keys(views) as ViewName[]).map((name) => (
          <Button key={name} pressed={view === name} onPress={() => setView(name)}>
            {views[name]}
          </Button>
        ))}
      </fieldset>
      <ErrorNote error={known.error} />
      <ChosenView view={view} known={known} onLoad={loadEarlier} />
    </div>
  );
};

const ChosenView = ({
  view,
  known: { sessionId, rows, isRead, hasEarlier },
  onLoad,
}: {
  readonly view: ViewName;
  readonly known: SessionRows;
  readonly onLoad: () => void;
}): VNode => {
  if (!isRead) return <p class="quiet">Reading the journal…</p>;
  if (rows.length === 0) return <NoExchanges />;
  return (
    <>
      {hasEarlier && view !== 'record' ? <Earlier rows={rows} onLoad={onLoad} /> : null}
      {view === 'rounds' ? <Rounds rows={rows} isWhole={!hasEarlier} /> : null}
      {view === 'diagram' ? <DiagramView rows={rows} sessionId={sessionId} /> : null}
      {view === 'record' ? <RecordView order={{ sessionId }} /> : null}
    </>
  );
};

const Earlier = ({ rows, onLoad }: { readonly rows: readonly ExchangeRow[]; readonly onLoad: () => void }): VNode => (
  <p class="row">
    <span class="quiet">
      The last {rows.length} exchanges
      {rows.length < mostRows ? '.' : ', as many as this page keeps.'}
    </span>
    {rows.length < mostRows ? (
      <Button onPress={onLoad}>Read earlier ones</Button>
    ) : (
      <a href={hrefOfTraffic({ sessionId: rows[0]?.sessionId ?? '' })}>All of them in the traffic</a>
    )}
  </p>
);

const NoExchanges = (): VNode => (
  <EmptyState title="No exchange of this session is in the journal">
    <p>
      Open its game and play a round, or{' '}
      <Button look="plain" onPress={() => openComposer()}>
        send a callback by hand
      </Button>
      .
    </p>
  </EmptyState>
);

/** What a session is about, in a line. */
const SessionFacts = ({ session }: { readonly session: SessionView }): VNode => {
  const { playerId, currency, state, lastSeenAt, agentSessionId } = session;
  return (
    <p class="row quiet">
      <a href={hrefOf('players', playerId)}>{visibleText(playerId)}</a>
      <span class="badge">{visibleText(currency)}</span>
      <span>
        {stateWords[state]}, seen <Ago at={lastSeenAt} by="platform" />
      </span>
      <GameLink session={session} />
      {agentSessionId === undefined ? null : (
        <span>
          of the agent's <span class="id">{visibleText(agentSessionId)}</span>
        </span>
      )}
    </p>
  );
};
