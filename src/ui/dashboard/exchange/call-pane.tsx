import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ExchangeDetail } from '../../../api/schemas/exchanges.ts';
import { durationText } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { ownRefusals, refusals } from '../../../spec/refusal.ts';
import { EmptyState, ErrorNote } from '../../parts/blocks.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { CopyButton } from '../../parts/code-block.tsx';
import { againText } from '../../parts/exchange-rows.ts';
import { useLoaded } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { store, subscribeToEvents } from '../../parts/store.ts';
import { type Tab, Tabs } from '../../parts/tabs.tsx';
import { TimeText } from '../../parts/time.tsx';
import { revealCall } from '../traffic/list-window.ts';
import { filterQuery } from '../traffic/traffic-filter.ts';
import { hrefOfCall, type TrafficSession } from '../traffic/traffic-session.ts';
import { CallRows, CallVerdictHead, type ToldCall } from './call-card.tsx';
import { CallCompare, sendingBefore, sendingsOf } from './call-compare.tsx';
import { CallTiming } from './call-timing.tsx';
import { BodiesView, DoctorView, HeadersView, SigningView } from './message-view.tsx';
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
    else void revealCall(session, detail);
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

type TabName = 'bodies' | 'signature' | 'headers' | 'timing' | 'compare';

/** The tab that was chosen last: who looks at headers looks at those of the next call, too. */
const chosenTab = signal<TabName>('bodies');

/** Everything about one exchange, what it means first. */
export const CallView = ({ detail }: { readonly detail: ExchangeDetail }): VNode => {
  const tabs: readonly Tab<TabName>[] = [
    {
      name: 'bodies',
      title: 'Bodies',
      panel: (
        <>
          <BodiesView detail={detail} />
          {detail.related.length === 0 ? null : (
            <section class="part" aria-labelledby="related">
              <h3 id="related">All sendings of its transaction</h3>
              <CallRows rows={sendingsOf(detail)} current={detail.id} />
            </section>
          )}
        </>
      ),
    },
    { name: 'signature', title: 'Signature', panel: <SigningView detail={detail} /> },
    { name: 'headers', title: 'Headers', panel: <HeadersView detail={detail} /> },
    { name: 'timing', title: 'Timing', panel: <CallTiming detail={detail} /> },
    ...(sendingBefore(detail) === undefined
      ? []
      : [
          {
            name: 'compare' as const,
            title: 'Compare',
            panel: chosenTab.value === 'compare' ? <CallCompare detail={detail} /> : null,
          },
        ]),
  ];
  return (
    <article class="exchange" aria-labelledby="call-title">
      <CallHead detail={detail} />
      <CallVerdictHead call={toldOf(detail)} />
      <WaitingNote id={detail.id} />
      <DoctorView explanation={detail.explanation} />
      <ResendActions key={detail.id} detail={detail} />
      <Tabs
        label="Parts of the exchange"
        chosen={chosenTab.value}
        onChoose={(name) => {
          chosenTab.value = name;
        }}
        tabs={tabs}
      />
    </article>
  );
};

/** What the ledger says of it; where it says nothing, what happened. */
const toldOf = (detail: ExchangeDetail): ToldCall => ({
  ...{ sentence: plainSentence(detail), findings: [] },
  ...detail.judgement,
  currency: detail.currency,
});

type WhatHappened = Pick<ExchangeDetail, 'direction' | 'status' | 'error' | 'answer'>;

/** What happened, where no ledger has judged it. */
export const plainSentence = (exchange: WhatHappened): string => {
  const { direction, status, error, answer } = exchange;
  if (answer.kind === 'failed') return `There was no answer: ${answer.message}`;
  const who = direction === 'callback' ? 'The agent' : 'The platform';
  if (error === undefined) return `${who} answered HTTP ${status}.`;
  return `${who} answered HTTP ${status}, ${error}${meaningOf(exchange)}`;
};

const meanings: Readonly<Record<string, { readonly meaning: string }>> = {
  ...refusals,
  ...ownRefusals,
};

const meaningOf = ({ direction, error = '' }: WhatHappened): string =>
  direction === 'operation' && Object.hasOwn(meanings, error) ? `: ${meanings[error]?.meaning ?? ''}` : '.';

/** What it is, and the ways to all that it belongs to. */
const CallHead = ({ detail }: { readonly detail: ExchangeDetail }): VNode => {
  const { playerId, sessionId, gameRoundId, run } = detail;
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
      <div class="row">
        <Attempts detail={detail} />
        <CopyButton text={detail.curl} label="Copy as curl" />
      </div>
      <p class="about">
        {playerId === undefined ? null : <a href={hrefOf('players', playerId)}>{visibleText(playerId)}</a>}
        {sessionId === undefined ? null : (
          <a href={hrefOf('exchanges', detail.id, filterQuery({ sessionId, group: 'round', runs: 'show' }))}>
            its session
          </a>
        )}
        {gameRoundId === undefined ? null : (
          <a href={hrefOf('exchanges', detail.id, filterQuery({ round: gameRoundId, runs: 'show' }))}>its round</a>
        )}
        {run === undefined ? null : <a href={hrefOf('runs', run.id)}>the run of {visibleText(run.scenario)}</a>}
      </p>
    </header>
  );
};

/** The ways to the sendings beside this one. */
const Attempts = ({ detail }: { readonly detail: ExchangeDetail }): VNode | null => {
  const all = sendingsOf(detail);
  const place = all.findIndex(({ id }) => id === detail.id);
  if (all.length === 1) return null;
  const [before, after] = [all[place - 1], all[place + 1]];
  return (
    <nav class="attempts row" aria-label="Sendings of the transaction">
      {before === undefined ? null : (
        <a rel="prev" href={hrefOfCall(before.id)} aria-label="The sending before" title="The sending before">
          ← <kbd>[</kbd>
        </a>
      )}
      <span class="quiet">
        {place + 1} of {all.length}
      </span>
      {after === undefined ? null : (
        <a rel="next" href={hrefOfCall(after.id)} aria-label="The next sending" title="The next sending">
          → <kbd>]</kbd>
        </a>
      )}
    </nav>
  );
};
