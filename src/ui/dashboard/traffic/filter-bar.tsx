import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { store } from '../../parts/store.ts';
import type { FilterName, TrafficFilter } from './traffic-filter.ts';
import { filterValues } from './traffic-filter.ts';
import { countUpTo } from './traffic-rows.ts';
import type { TrafficSession } from './traffic-session.ts';
import { pauseList, resumeList } from './traffic-session.ts';

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

interface FilterChoiceProps {
  readonly name: FilterName;
  readonly label: string;
  readonly filter: TrafficFilter;
  readonly set: (name: FilterName, value: string) => void;
}

/** Values that do not speak for themselves. */
const words: Readonly<Record<string, string>> = {
  callback: 'to the agent →',
  operation: 'from the agent ←',
  none: 'no answer',
  hide: 'hidden',
};

/** One of the values of a filter, or all. */
const FilterChoice = ({ name, label, filter, set }: FilterChoiceProps): VNode => (
  <label class="choice">
    <span class="label">{label}</span>
    <select
      value={filter[name] ?? ''}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
    >
      <option value="">{name === 'runs' ? 'shown' : 'all'}</option>
      {filterValues[name].map((value) => (
        <option key={value} value={value}>
          {words[value] ?? value}
        </option>
      ))}
    </select>
  </label>
);

interface FilterTextProps {
  readonly name: FilterName;
  readonly label: string;
  readonly filter: TrafficFilter;
  readonly set: (name: FilterName, value: string) => void;
  readonly hint?: string;
  /** What the browser offers while one types. */
  readonly offers?: readonly string[];
}

/** The list is searched when nobody has typed for so long. */
const restMs = 300;

/** A filter of free text; Enter searches at once. */
const FilterText = (props: FilterTextProps): VNode => {
  const { name, label, hint, offers = [] } = props;
  const listId = useId();
  const [typed, choose] = useTyped(props);
  return (
    <label class={`choice ${name}`}>
      <span class="label">{label}</span>
      <input
        type="search"
        value={typed}
        placeholder={hint ?? ''}
        {...(offers.length === 0 ? {} : { list: listId })}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => choose(currentTarget.value, restMs)}
        onChange={({ currentTarget }) => choose(currentTarget.value, 0)}
      />
      <datalist id={listId}>
        {offers.map((offer) => (
          <option key={offer} value={offer} />
        ))}
      </datalist>
    </label>
  );
};

/** What is in the field: what was typed last, or what the address says since. */
const useTyped = ({ name, filter, set }: FilterTextProps) => {
  const value = filter[name] ?? '';
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => setTyped(value), [value]);
  const choose = (text: string, afterMs: number): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (text.trim() !== value) set(name, text.trim());
    }, afterMs);
  };
  return [typed, choose] as const;
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
