import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ExchangeDetail } from '../../../api/schemas/exchanges.ts';
import { durationText } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { EmptyState, ErrorNote } from '../../parts/blocks.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { CopyButton } from '../../parts/code-block.tsx';
import { againText } from '../../parts/exchange-rows.ts';
import { useLoaded } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { store, subscribeToEvents } from '../../parts/store.ts';
import { Tabs } from '../../parts/tabs.tsx';
import { TimeText } from '../../parts/time.tsx';
import { revealCall } from '../traffic/list-window.ts';
import { markExchange, markedExchanges } from '../traffic/marked.ts';
import { filterQuery } from '../traffic/traffic-filter.ts';
import { hrefOfCall, type TrafficSession } from '../traffic/traffic-session.ts';
import { CallCompare } from './call-compare.tsx';
import { CallTiming } from './call-timing.tsx';
import { JudgementView } from './judgement-view.tsx';
import { BodiesView, DoctorView, HeadersView, SigningView } from './message-view.tsx';
import { RelatedTable, sendingsOf } from './related-table.tsx';
import { ResendActions } from './resend-actions.tsx';
import { WaitingNote } from './waiting-note.tsx';

interface CallPaneProps {
  readonly id: string | undefined;
  readonly session: TrafficSession;
  /** Where the list is not beside it. */
  readonly isAlone?: boolean;
}

/** The call that is open, or how to open one. */
export const CallPane = ({ id, session, isAlone = false }: CallPaneProps): VNode =>
  id === undefined ? (
    <EmptyState title="Choose a call">
      <p>
        Its verdict, what was sent and answered, and the text that was signed stand here. <kbd>j</kbd> and <kbd>k</kbd>{' '}
        go from call to call, <kbd>/</kbd> searches, <kbd>?</kbd> lists all keys.
      </p>
    </EmptyState>
  ) : (
    <OpenCall id={id} session={session} isAlone={isAlone} />
  );

/** A cursor that only passes by reads nothing. */
const restMs = 60;

const rested = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(() => {
      if (!signal.aborted) resolve();
    }, restMs);
  });

/** Read again when it is judged, or when its transaction goes on. */
const OpenCall = ({ id, session, isAlone }: Required<CallPaneProps> & { readonly id: string }): VNode => {
  const [changes, setChanges] = useState(0);
  const loaded = useLoaded(
    async (signal) => {
      await rested(signal);
      const path = `/exchanges/${encodeURIComponent(id)}`;
      return await callAdmin<ExchangeDetail>('GET', path, undefined, signal);
    },
    `${id} ${changes} ${store.refreshes.value}`,
    isAlone ? id : 'beside the list',
  );
  const detail = loaded.kind === 'loaded' ? loaded.value : undefined;
  const transactionId = detail?.transactionId;
  useEffect(
    () =>
      subscribeToEvents((events) => {
        const isTold = events.some(
          (event) =>
            (event.kind === 'judgement' && event.judgement.exchangeId === id) ||
            (event.kind === 'exchange' && transactionId !== undefined && event.row.transactionId === transactionId),
        );
        if (isTold) setChanges((count) => count + 1);
      }),
    [id, transactionId],
  );
  useEffect(() => {
    if (detail?.id !== id) return;
    // The calls of its run stand beside it: a list that hides them all would not have it.
    const isHidden = detail.run !== undefined && session.query === '';
    const ofRun = filterQuery({ run: detail.run?.id ?? '' });
    if (isHidden && !isAlone) location.replace(hrefOf('exchanges', id, ofRun));
    else revealCall(session, detail);
  }, [detail?.id, id, session]);
  return (
    <>
      {isAlone ? (
        <nav class="row trail" aria-label="Exchanges">
          <a href={hrefOf('traffic', undefined, session.query)}>← Traffic</a>
        </nav>
      ) : null}
      {detail === undefined ? null : <CallView detail={detail} />}
      {loaded.kind === 'loading' ? <p class="quiet">Reading the exchange…</p> : null}
      {loaded.kind === 'failed' ? (
        <EmptyState title="This exchange cannot be shown">
          <ErrorNote error={loaded.error} />
        </EmptyState>
      ) : null}
    </>
  );
};

/** The tab that was chosen last: who looks at headers looks at those of the next call, too. */
const chosenTab = signal<'bodies' | 'signature' | 'headers' | 'timing' | 'compare'>('bodies');

/** Everything about one exchange, what it means first. */
export const CallView = ({ detail }: { readonly detail: ExchangeDetail }): VNode => (
  <article class="exchange" aria-labelledby="call-title">
    <CallHead detail={detail} />
    <JudgementView detail={detail} />
    <WaitingNote id={detail.id} />
    <DoctorView explanation={detail.explanation} />
    <ResendActions key={detail.id} detail={detail} />
    <Tabs
      label="Parts of the exchange"
      chosen={chosenTab.value}
      onChoose={(name) => {
        chosenTab.value = name;
      }}
      tabs={[
        {
          name: 'bodies',
          title: 'Bodies',
          panel: (
            <>
              <BodiesView detail={detail} />
              <RelatedTable detail={detail} />
            </>
          ),
        },
        { name: 'signature', title: 'Signature', panel: <SigningView detail={detail} /> },
        { name: 'headers', title: 'Headers', panel: <HeadersView detail={detail} /> },
        { name: 'timing', title: 'Timing', panel: <CallTiming detail={detail} /> },
        {
          name: 'compare',
          title: 'Compare',
          panel: chosenTab.value === 'compare' ? <CallCompare detail={detail} /> : null,
        },
      ]}
    />
  </article>
);

const CallHead = ({ detail }: { readonly detail: ExchangeDetail }): VNode => {
  const isMarked = markedExchanges.value.includes(detail.id);
  return (
    <header class="call-head">
      <h2 id="call-title">
        {detail.kind}
        {againText(detail)}
        <span class="quiet">
          {' '}
          {detail.direction === 'callback' ? 'to the agent' : 'from the agent'}, <TimeText at={detail.startedAt} />,{' '}
          {durationText(detail.durationMs)}
        </span>
      </h2>
      <CallLinks detail={detail} />
      <div class="row">
        <Attempts detail={detail} />
        <CopyButton text={detail.curl} label="Copy as curl" />
        <button
          type="button"
          aria-pressed={isMarked}
          title="Two marked calls are compared"
          onClick={() => markExchange(detail.id)}
        >
          {isMarked ? 'Marked' : 'Mark'} <kbd>x</kbd>
        </button>
      </div>
    </header>
  );
};

/** The ways to all that the call belongs to. */
const CallLinks = ({ detail }: { readonly detail: ExchangeDetail }): VNode => {
  const { playerId, sessionId, gameRoundId, run } = detail;
  const round = filterQuery({ round: gameRoundId ?? '', runs: 'show' });
  return (
    <p class="about">
      {playerId === undefined ? null : <a href={hrefOf('players', playerId)}>{visibleText(playerId)}</a>}
      {sessionId === undefined ? null : <a href={hrefOf('sessions', sessionId)}>its session</a>}
      {gameRoundId === undefined ? null : <a href={hrefOf('exchanges', detail.id, round)}>its round</a>}
      {run === undefined ? null : <a href={hrefOf('runs', run.id)}>the run of {visibleText(run.scenario)}</a>}
    </p>
  );
};

/** The ways to the sendings beside this one. */
const Attempts = ({ detail }: { readonly detail: ExchangeDetail }): VNode | null => {
  const all = sendingsOf(detail);
  const place = all.findIndex(({ id }) => id === detail.id);
  if (all.length === 1) return null;
  return (
    <nav class="attempts row" aria-label="Sendings of the transaction">
      <Sending id={all[place - 1]?.id} rel="prev" label="The sending before" sign="[" />
      <span class="quiet">
        {place + 1} of {all.length}
      </span>
      <Sending id={all[place + 1]?.id} rel="next" label="The next sending" sign="]" />
    </nav>
  );
};

interface SendingProps {
  readonly id: string | undefined;
  readonly rel: 'prev' | 'next';
  readonly label: string;
  readonly sign: string;
}

const Sending = ({ id, rel, label, sign }: SendingProps): VNode | null =>
  id === undefined ? null : (
    <a rel={rel} href={hrefOfCall(id)} aria-label={label} title={label}>
      {rel === 'prev' ? '←' : '→'} <kbd>{sign}</kbd>
    </a>
  );
