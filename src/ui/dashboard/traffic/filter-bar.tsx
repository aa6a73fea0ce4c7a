import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { store } from '../store.ts';
import { FilterChoice } from './filter-choice.tsx';
import { FilterText } from './filter-text.tsx';
import { PauseButton } from './pause-button.tsx';
import type { FilterName, TrafficFilter } from './traffic-filter.ts';
import type { TrafficSession } from './traffic-session.ts';

interface FilterBarProps {
  readonly session: TrafficSession;
  readonly filter: TrafficFilter;
  readonly onChange: (filter: TrafficFilter) => void;
}

/** What is shown: search, filters, pause. All of it stands in the address. */
export const FilterBar = ({ session, filter, onChange }: FilterBarProps): VNode => {
  const [isOpen, setOpen] = useState(false);
  const set = (name: FilterName, value: string): void => onChange({ ...filter, [name]: value });
  const used = Object.keys(filter).filter((name) => name !== 'text').length;
  const props = { filter, set } as const;
  return (
    <search class="filters" aria-label="Filters of the traffic">
      <div class="row">
        <FilterText {...props} name="text" label="Search" hint="an id, a body, an address" />
        <PauseButton session={session} />
        <span class="fold">
          <Button pressed={isOpen} onPress={() => setOpen(!isOpen)}>
            {used === 0 ? 'Filters' : `Filters (${used})`}
          </Button>
        </span>
        {Object.keys(filter).length === 0 ? null : (
          <Button look="plain" onPress={() => onChange({})}>
            Show everything
          </Button>
        )}
      </div>
      <div class={`row choices${isOpen ? ' open' : ''}`}>
        <FilterChoice {...props} name="direction" label="Direction" />
        <FilterChoice {...props} name="kind" label="Kind" />
        <FilterText {...props} name="playerId" label="Player" offers={playerIds()} />
        <FilterChoice {...props} name="verdict" label="Verdict" />
        <FilterChoice {...props} name="status" label="Answer" />
        <FilterChoice {...props} name="runs" label="Calls of runs" />
        <FilterChip {...props} name="sessionId" label="session" />
        <FilterChip {...props} name="transactionId" label="transaction" />
      </div>
    </search>
  );
};

const playerIds = (): readonly string[] => [
  ...new Set([
    ...(store.setup.value?.players.map(({ id }) => id) ?? []),
    ...[...store.accounts.value.values()].map(({ playerId }) => playerId),
  ]),
];

interface FilterChipProps {
  readonly name: FilterName;
  readonly label: string;
  readonly filter: TrafficFilter;
  readonly set: (name: FilterName, value: string) => void;
}

/** A filter that only links set. */
const FilterChip = ({ name, label, filter, set }: FilterChipProps): VNode | null =>
  filter[name] === undefined ? null : (
    <Button pressed onPress={() => set(name, '')} label={`Show more than ${label} ${filter[name]}`}>
      {label} {filter[name]} ✕
    </Button>
  );
