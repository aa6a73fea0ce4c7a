import type { VNode } from 'preact';
import { plural } from '../../../base/quantities.ts';
import { groupDigits } from '../../../components/money.tsx';
import { Button } from '../../parts/button.tsx';
import { SearchBox } from './search-box.tsx';
import { conditionsOf, hidesRuns, type TrafficFilter } from './traffic-filter.ts';
import { filterClock, pauseList, resumeList, type TrafficSession } from './traffic-session.ts';

interface TrafficBarProps {
  readonly session: TrafficSession;
  readonly onChange: (filter: TrafficFilter) => void;
}

/** What is shown: search, rounds, runs, pause. All of it but the pause stands in the address. */
export const TrafficBar = ({ session, onChange }: TrafficBarProps): VNode => {
  const { filter } = session;
  const isGrouped = filter.group === 'round';
  return (
    <search class="filters" aria-label="Filters of the traffic">
      <SearchBox filter={filter} onSearch={(found) => onChange({ ...found, group: filter.group ?? '' })} />
      <div class="row">
        <Button pressed={isGrouped} onPress={() => onChange({ ...filter, group: isGrouped ? '' : 'round' })}>
          By round
        </Button>
        <RunsButton filter={filter} onChange={onChange} />
        <PauseButton session={session} />
        <ExportLink filter={filter} />
        <Count session={session} />
      </div>
    </search>
  );
};

interface RunsButtonProps extends Pick<TrafficBarProps, 'onChange'> {
  readonly filter: TrafficFilter;
}

/** Calls of runs would drown what was played: they are left out unless somebody wants them. */
const RunsButton = ({ filter, onChange }: RunsButtonProps): VNode | null => {
  const isShown = filter.runs === 'show';
  if (!isShown && !hidesRuns(filter)) return null;
  return (
    <Button
      pressed={isShown}
      onPress={() => onChange({ ...filter, runs: isShown ? '' : 'show' })}
      hint={isShown ? 'Leave out what runs of scenarios sent' : 'Show what runs of scenarios sent, too'}
    >
      Runs <span class="more">{isShown ? 'shown' : 'hidden'}</span>
    </Button>
  );
};

const Count = ({ session }: { readonly session: TrafficSession }): VNode | null => {
  session.version.value;
  const { rows, pausedAt } = session;
  if (!rows.isReady()) return null;
  const told = plural(rows.countUpTo(pausedAt.value), 'call').replace(/^\d+/, groupDigits);
  return <span class="quiet tally">{rows.hasOlder() ? `the last ${told}` : told}</span>;
};

/** Holds the list still; what comes meanwhile is counted, and shown when it goes on. */
const PauseButton = ({ session }: { readonly session: TrafficSession }): VNode => {
  session.version.value;
  const { rows, pausedAt } = session;
  if (pausedAt.value === undefined) {
    return <Button onPress={() => pauseList(session)}>Pause</Button>;
  }
  const waiting = rows.count() - rows.countUpTo(pausedAt.value);
  return (
    <Button pressed onPress={() => resumeList(session)} label={`Paused, ${waiting} waiting: go on`}>
      Paused · {waiting} <span class="more">waiting</span>
    </Button>
  );
};

/** What is filtered, as a file for browsers and proxies. */
export const ExportLink = ({ filter }: { readonly filter: TrafficFilter }): VNode => {
  const address = (): string => `/__admin/exchanges.har?${conditionsOf(filter, filterClock())}`;
  return (
    <a
      class="button"
      href={address()}
      download="walletproof.har"
      // The last hour is the one before the click.
      onClick={({ currentTarget }) => {
        currentTarget.href = address();
      }}
    >
      <span class="more">Export</span> HAR
    </a>
  );
};
