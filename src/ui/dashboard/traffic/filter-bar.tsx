import type { VNode } from 'preact';
import { plural } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { groupDigits } from '../../../components/money.tsx';
import { Button } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import { knownPlayers } from '../../parts/store.ts';
import { FilterChoice, FilterText } from './filter-fields.tsx';
import { SavedFilters } from './saved-filters.tsx';
import { TimeMenu } from './time-menu.tsx';
import { conditionsOf, type FilterName, type TrafficFilter } from './traffic-filter.ts';
import { countUpTo } from './traffic-rows.ts';
import { filterClock, pauseList, resumeList, type TrafficSession } from './traffic-session.ts';

interface FilterBarProps {
  readonly session: TrafficSession;
  readonly onChange: (filter: TrafficFilter) => void;
}

/** What is shown: search, filters, pause. All of it stands in the address. */
export const FilterBar = ({ session, onChange }: FilterBarProps): VNode => {
  const { filter } = session;
  const set = (name: FilterName, value: string): void => onChange({ ...filter, [name]: value });
  const props = { filter, set } as const;
  const isGrouped = filter.group === 'round';
  return (
    <search class="filters" aria-label="Filters of the traffic">
      <div class="what">
        <FilterText {...props} name="text" label="Search" hint="ids, bodies, players" keyHint="/" />
        {chips.map(([name, label]) => (
          <FilterChip key={name} {...props} name={name} label={label} />
        ))}
        <Menu title="Filter">
          <div class="choices">
            <FilterChoice {...props} name="direction" label="Direction" />
            <FilterChoice {...props} name="kind" label="Kind" />
            <FilterText {...props} name="playerId" label="Player" offers={knownPlayers()} />
            <FilterChoice {...props} name="verdict" label="Verdict" />
            <FilterChoice {...props} name="status" label="Answer" />
          </div>
        </Menu>
        <TimeMenu filter={filter} onChange={onChange} />
        <RunsChip {...props} />
        <Button pressed={isGrouped} onPress={() => set('group', isGrouped ? '' : 'round')}>
          By round
        </Button>
        <SavedFilters filter={filter} />
      </div>
      <div class="row">
        <Count session={session} />
        <PauseButton session={session} />
        <ExportLink filter={filter} />
      </div>
    </search>
  );
};

/** Filters that show when they are set, and how they are called. */
const chips = [
  ['direction', ''],
  ['kind', ''],
  ['playerId', ''],
  ['verdict', ''],
  ['status', 'answer'],
  ['sessionId', 'session'],
  ['transactionId', 'transaction'],
  ['round', 'round'],
  ['run', 'run'],
  ['scenario', 'scenario'],
] as const satisfies readonly (readonly [FilterName, string])[];

interface FilterChipProps {
  readonly name: FilterName;
  readonly label: string;
  readonly filter: TrafficFilter;
  readonly set: (name: FilterName, value: string) => void;
}

/** A filter that is set; pressing it takes it off. */
const FilterChip = ({ name, label, filter, set }: FilterChipProps): VNode | null => {
  const value = filter[name];
  if (value === undefined) return null;
  const told = `${label} ${visibleText(value)}`.trim();
  return (
    <Button pressed onPress={() => set(name, '')} label={`Show more than ${told}`}>
      <span class="value">{told}</span> <span aria-hidden="true">×</span>
    </Button>
  );
};

/** Calls of runs would drown what was played: they are left out unless somebody wants them. */
const RunsChip = ({ filter, set }: Pick<FilterChipProps, 'filter' | 'set'>): VNode | null => {
  if (filter.run !== undefined || filter.scenario !== undefined) return null;
  const isShown = filter.runs === 'show';
  return (
    <Button
      pressed={isShown}
      onPress={() => set('runs', isShown ? '' : 'show')}
      hint={isShown ? 'Leave out what runs of scenarios sent' : 'Show what runs of scenarios sent, too'}
    >
      {isShown ? 'Runs shown' : 'Runs hidden'}
    </Button>
  );
};

const Count = ({ session }: { readonly session: TrafficSession }): VNode => {
  session.version.value;
  const { rows, pausedAt } = session;
  const count = countUpTo(rows, pausedAt.value);
  const told = plural(count, 'call').replace(/^\d+/, groupDigits);
  return <span class="quiet tally">{rows.hasOlder() ? `the last ${told}` : told}</span>;
};

/** Holds the list still; what comes meanwhile is counted, and shown when it goes on. */
const PauseButton = ({ session }: { readonly session: TrafficSession }): VNode => {
  session.version.value;
  const { rows, pausedAt } = session;
  if (pausedAt.value === undefined) {
    return <Button onPress={() => pauseList(session)}>Pause</Button>;
  }
  const waiting = rows.count() - countUpTo(rows, pausedAt.value);
  return (
    <Button pressed onPress={() => resumeList(session)} label={`Paused, ${waiting} waiting: go on`}>
      Paused · {waiting} waiting
    </Button>
  );
};

/** What is filtered, as a file for browsers and proxies. */
const ExportLink = ({ filter }: { readonly filter: TrafficFilter }): VNode => {
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
      Export HAR
    </a>
  );
};
