import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { EmptyState, ErrorNote } from '../../parts/blocks.tsx';
import { useKeys } from '../../parts/keys.ts';
import { currentRoute, hrefOf } from '../../parts/routes.ts';
import { CallPane } from '../exchange/call-pane.tsx';
import { useWaitingDeliveries } from '../exchange/waiting.ts';
import { SessionLine } from '../sessions/session-line.tsx';
import { FirstSteps } from './first-steps.tsx';
import { indexOfPlace } from './list-lines.ts';
import { SplitPanes } from './split-panes.tsx';
import { TrafficBar } from './traffic-bar.tsx';
import { filterQuery, hrefOfTraffic, type TrafficFilter } from './traffic-filter.ts';
import { TrafficList } from './traffic-list.tsx';
import { type TrafficSession, trafficSession } from './traffic-session.ts';

/**
 * What goes over the wire in both directions, as it happens: the list, and beside it the call that
 * is open. Where there is no room for both, the one that the address names.
 */
export const TrafficPage = ({ id }: { readonly id?: string }): VNode => {
  const session = trafficSession(currentRoute.value.query);
  const isWide = useMedia('(min-width: 68.75rem)');
  useTrafficKeys(session, id);
  useWaitingDeliveries();
  return (
    <div class="traffic">
      <h1 class="unseen">Traffic</h1>
      {!isWide && id !== undefined ? (
        <CallPane id={id} session={session} isAlone />
      ) : (
        <Panes session={session} id={id} isWide={isWide} />
      )}
    </div>
  );
};

interface PanesProps {
  readonly session: TrafficSession;
  readonly id: string | undefined;
  readonly isWide: boolean;
}

/** The list below its filters, and the call; where nothing was ever sent, what to do about it. */
const Panes = ({ session, id, isWide }: PanesProps): VNode => {
  session.version.value;
  const { rows, query } = session;
  const isEmpty = rows.isReady() && rows.count() === 0 && !rows.hasOlder();
  if (isEmpty && query === '' && id === undefined) return <FirstSteps />;
  const list = (
    <>
      <ErrorNote error={rows.problem()} />
      {isEmpty ? (
        <NothingFound />
      ) : (
        <TrafficList
          key={query}
          session={session}
          selected={id}
          onOpen={(row, why) => {
            if (isWide || why === 'chosen') openExchange(session, row.id);
          }}
        />
      )}
    </>
  );
  return (
    <>
      <TrafficBar session={session} onChange={(filter) => showFiltered(filter, id)} />
      {session.filter.sessionId === undefined ? null : <SessionLine sessionId={session.filter.sessionId} />}
      {isWide ? (
        <SplitPanes first={list} second={<CallPane id={id} session={session} />} />
      ) : (
        <div class="pane list">{list}</div>
      )}
    </>
  );
};

/** The address is the state. Going from call to call is no step of the browser's history. */
const openExchange = ({ query }: TrafficSession, id: string): void => {
  const href = hrefOf('exchanges', id, query);
  if (currentRoute.peek().page === 'exchanges') location.replace(href);
  else location.hash = href;
};

/** Nor is every filter typed. */
const showFiltered = (filter: TrafficFilter, id: string | undefined): void =>
  location.replace(hrefOf(id === undefined ? 'traffic' : 'exchanges', id, filterQuery(filter)));

const NothingFound = (): VNode => (
  <EmptyState title="No exchange passes these filters">
    <p>
      New ones show up here as they come. <a href={hrefOfTraffic({ runs: 'show' })}>Show everything</a>
    </p>
  </EmptyState>
);

/** The keys of the page, whatever on it has the focus; those of the list itself are in the list. */
const useTrafficKeys = (session: TrafficSession, id: string | undefined): void => {
  const isOpen = id !== undefined;
  const keys = [
    { press: 'j', what: 'the next call', act: () => step(session, id, 1) },
    { press: 'k', what: 'the call before', act: () => step(session, id, -1) },
    { press: '/', what: 'search the traffic', act: () => focusOn('.search-box input') },
    { press: '[', what: 'the attempt before', act: () => press('.attempts a[rel=prev]') },
    { press: ']', what: 'the next attempt', act: () => press('.attempts a[rel=next]') },
    {
      press: 'Escape',
      what: 'close the call',
      act: () => isOpen && location.replace(hrefOf('traffic', undefined, session.query)),
    },
  ];
  useKeys(keys, `${session.query} ${id ?? ''}`);
};

const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

const press = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click();

/** The list moves its cursor, where it is there; else the call beside the one that is open is opened. */
const step = (session: TrafficSession, id: string | undefined, by: 1 | -1): void => {
  const grid = document.querySelector<HTMLElement>('.traffic [role=grid]');
  if (grid === null) {
    const row = neighbourOf(session, id, by);
    if (row !== undefined) openExchange(session, row.id);
    return;
  }
  grid.focus({ preventScroll: true });
  const key = by === 1 ? 'ArrowDown' : 'ArrowUp';
  grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
};

/** The call beside one in the list, as far as it is known. */
export const neighbourOf = (
  { rows, cursor }: Pick<TrafficSession, 'rows' | 'cursor'>,
  id: string | undefined,
  by: 1 | -1,
): ExchangeRow | undefined => {
  const place = cursor.peek();
  const index = place === undefined ? -1 : indexOfPlace(rows, place);
  if (index < 0 || rows.rowAt(index)?.id !== id) return undefined;
  const row = rows.rowAt(index + by);
  if (row !== undefined) cursor.value = { seq: row.seq, index: index + by };
  return row;
};

/** Whether a media query holds, now and whenever that changes. */
const useMedia = (query: string): boolean => {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const read = (): void => setHolds(media.matches);
    media.addEventListener('change', read);
    read();
    return () => media.removeEventListener('change', read);
  }, [query]);
  return holds;
};
