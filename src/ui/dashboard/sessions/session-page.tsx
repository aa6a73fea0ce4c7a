import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { hrefOf } from '../routes.ts';
import { store } from '../store.ts';
import { DiagramView } from './diagram-view.tsx';
import { mostRows } from './merge-rows.ts';
import { RecordView } from './record-view.tsx';
import { SessionFacts } from './session-facts.tsx';
import type { SessionRows } from './use-session-rows.ts';
import { useSessionRows } from './use-session-rows.ts';
import { Waterfall } from './waterfall.tsx';

const views = {
  rounds: 'Rounds',
  diagram: 'Sequence diagram',
  record: 'Save as scenario',
} as const;
type View = keyof typeof views;

/** One session: its rounds as a waterfall, its sequence diagram, and itself as a scenario. */
export const SessionPage = ({ id = '' }: { readonly id?: string }): VNode => {
  const [view, setView] = useState<View>('rounds');
  const read = useSessionRows(id);
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
        {(Object.keys(views) as View[]).map((name) => (
          <Button key={name} pressed={view === name} onPress={() => setView(name)}>
            {views[name]}
          </Button>
        ))}
      </fieldset>
      <ErrorNote error={read.error} />
      <Chosen id={id} view={view} read={read} />
    </div>
  );
};

const Chosen = ({
  id,
  view,
  read,
}: {
  readonly id: string;
  readonly view: View;
  readonly read: SessionRows;
}): VNode => {
  const { rows } = read;
  if (rows === undefined) return <p class="quiet">Reading the journal…</p>;
  if (rows.length === 0) return <NoExchanges />;
  return (
    <>
      {read.hasEarlier && view !== 'record' ? (
        <Earlier rows={rows} onLoad={read.loadEarlier} />
      ) : null}
      {view === 'rounds' ? <Waterfall rows={rows} /> : null}
      {view === 'diagram' ? <DiagramView rows={rows} sessionId={id} /> : null}
      {view === 'record' ? <RecordView sessionId={id} /> : null}
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
