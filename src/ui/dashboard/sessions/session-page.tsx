import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import type { SessionView } from '../../../api/schemas/sessions.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { EmptyState, ErrorNote, Fact } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import { Ago, TimeText } from '../../parts/time.tsx';
import { DiagramView } from './diagram-view.tsx';
import { RecordView } from './recording.tsx';
import type { SessionRows } from './session-rows.ts';
import { mostRows, useSessionRows } from './session-rows.ts';
import { Waterfall } from './waterfall.tsx';

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
      <h1>
        Session <span class="id">{visibleText(id)}</span>
      </h1>
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
      {view === 'rounds' ? <Waterfall rows={rows} /> : null}
      {view === 'diagram' ? <DiagramView rows={rows} sessionId={sessionId} /> : null}
      {view === 'record' ? <RecordView sessionId={sessionId} /> : null}
    </>
  );
};

const Earlier = ({
  rows,
  onLoad,
}: {
  readonly rows: readonly ExchangeRow[];
  readonly onLoad: () => void;
}): VNode => (
  <p class="row">
    <span class="quiet">
      The last {rows.length} exchanges
      {rows.length < mostRows ? '.' : ', as many as this page keeps.'}
    </span>
    {rows.length < mostRows ? (
      <Button onPress={onLoad}>Read earlier ones</Button>
    ) : (
      <a href={hrefOf('traffic', undefined, trafficQuery(rows))}>All of them in the traffic</a>
    )}
  </p>
);

const trafficQuery = ([first]: readonly ExchangeRow[]): string =>
  new URLSearchParams({ sessionId: first?.sessionId ?? '' }).toString();

const NoExchanges = (): VNode => (
  <EmptyState title="No exchange of this session is in the journal">
    <p>
      Open its game and play a round, or send a callback by hand from the{' '}
      <a href={hrefOf('controls')}>controls</a>.
    </p>
  </EmptyState>
);

/** What a session is about. */
const SessionFacts = ({ session }: { readonly session: SessionView }): VNode => (
  <dl class="facts">
    <Fact title="player">
      <a href={hrefOf('players', session.playerId)}>{visibleText(session.playerId)}</a>{' '}
      {session.currency}
    </Fact>
    {session.game === undefined ? null : (
      <Fact title="game">
        {visibleText(session.game)}{' '}
        {session.link === undefined ? null : (
          <a href={session.link} target="_blank" rel="noopener">
            Open it again <span aria-hidden="true">↗</span>
          </a>
        )}
      </Fact>
    )}
    {session.agentSessionId === undefined ? null : (
      <Fact title="agent's session">
        <span class="id">{visibleText(session.agentSessionId)}</span>
      </Fact>
    )}
    <Fact title="state">
      {session.state}, since <TimeText at={session.createdAt} />, last seen{' '}
      <Ago at={session.lastSeenAt} />
    </Fact>
  </dl>
);
