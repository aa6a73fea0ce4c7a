import type { FunctionComponent, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { EmptyState } from '../parts/blocks.tsx';
import { currentRoute, hrefOf, type PageRoute } from '../parts/routes.ts';
import { AgentsPage } from './agents/agents-page.tsx';
import { ConformancePage } from './conformance/conformance-page.tsx';
import { RunPage } from './conformance/run-page.tsx';
import { ControlsPage } from './controls/controls-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FindingsPage } from './findings/findings-page.tsx';
import { PlayerPage, PlayersPage } from './players/players-page.tsx';
import { hrefOfSession } from './traffic/traffic-filter.ts';
import { TrafficPage } from './traffic/traffic-page.tsx';

type PageComponent = FunctionComponent<{ readonly id?: string }>;

/** An address that leads nowhere. */
const UnknownPage = (): VNode => (
  <>
    <h1>No such page</h1>
    <EmptyState title="This address leads nowhere">
      <p>
        <a href={hrefOf('findings')}>To the findings</a>
      </p>
    </EmptyState>
  </>
);

/** Leads on to where a page is now; the way back does not lead here. */
const MovedTo = ({ address }: { readonly address: string }): VNode => {
  useEffect(() => location.replace(address), [address]);
  return (
    <p>
      <a href={address}>This is elsewhere now</a>
    </p>
  );
};

/** The page of all, and the page of one. */
const pages: Readonly<Record<PageRoute['page'], readonly [all: PageComponent, one: PageComponent]>> = {
  findings: [FindingsPage, UnknownPage],
  traffic: [TrafficPage, UnknownPage],
  exchanges: [UnknownPage, TrafficPage],
  players: [PlayersPage, PlayerPage],
  sessions: [() => <MovedTo address={hrefOf('players')} />, ({ id = '' }) => <MovedTo address={hrefOfSession(id)} />],
  conformance: [ConformancePage, UnknownPage],
  runs: [UnknownPage, RunPage],
  controls: [ControlsPage, UnknownPage],
  agents: [AgentsPage, UnknownPage],
  unknown: [UnknownPage, UnknownPage],
};

/** The page that the address names; a new one for each id. */
export const CurrentPage = (): VNode => {
  const { page, id } = currentRoute.value;
  const [All, One] = pages[page];
  // The list stays beside the call that is open.
  const isTraffic = All === TrafficPage || One === TrafficPage;
  const place = isTraffic ? 'traffic' : `${page} ${id ?? ''}`;
  useArrival(place);
  return (
    <ErrorBoundary of={place}>{id === undefined ? <All key={place} /> : <One key={place} id={id} />}</ErrorBoundary>
  );
};

/** A page that is opened is shown from its top and has the focus: the list of exchanges, where there is one. */
const useArrival = (place: string): void => {
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) {
      scrollTo(0, 0);
      const list = document.querySelector<HTMLElement>('#page [role=grid]');
      (list ?? document.getElementById('page'))?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [place]);
};
