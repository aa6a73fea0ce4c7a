import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { currentRoute } from '../current-route.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { hrefOf } from '../routes.ts';
import { FilterBar } from './filter-bar.tsx';
import { FirstSteps } from './first-steps.tsx';
import type { TrafficFilter } from './traffic-filter.ts';
import { filterQuery, parseFilter } from './traffic-filter.ts';
import { TrafficList } from './traffic-list.tsx';
import type { TrafficSession } from './traffic-session.ts';
import { trafficSession } from './traffic-session.ts';

/** What goes over the wire in both directions, as it happens. */
export const TrafficPage = (): VNode => {
  const { query } = currentRoute.value;
  const session = trafficSession(query);
  const filter = useMemo(() => parseFilter(query), [query]);
  return (
    <div class="traffic">
      <h1 class="unseen">Traffic</h1>
      <Rows key={session.query} session={session}>
        <FilterBar session={session} filter={filter} onChange={showFiltered} />
      </Rows>
    </div>
  );
};

/** The address is the state; every filter typed is no step of the browser's history. */
const showFiltered = (filter: TrafficFilter): void =>
  location.replace(hrefOf('traffic', undefined, filterQuery(filter)));

/** The list below its filters; where nothing was ever sent, what to do about it. */
const Rows = ({
  session,
  children,
}: {
  readonly session: TrafficSession;
  readonly children: VNode;
}): VNode => {
  session.version.value;
  const { rows, query } = session;
  const problem = rows.problem();
  const isEmpty = rows.isReady() && rows.count() === 0 && !rows.hasOlder();
  if (isEmpty && query === '') return <FirstSteps />;
  return (
    <>
      {children}
      <ErrorNote error={problem} />
      {isEmpty ? <NothingFound /> : <TrafficList session={session} />}
    </>
  );
};

const NothingFound = (): VNode => (
  <EmptyState title="No exchange passes these filters">
    <p>
      New ones show up here as they come. <a href={hrefOf('traffic')}>Show everything</a>
    </p>
  </EmptyState>
);
