import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type FilterName, filterValues, type TrafficFilter } from './traffic-filter.ts';

interface FilterFieldProps {
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
};

/** One of the values of a filter, or all. */
export const FilterChoice = ({ name, label, filter, set }: FilterFieldProps): VNode => (
  <label class="choice">
    <span class="label">{label}</span>
    <select value={filter[name] ?? ''} onChange={({ currentTarget }) => set(name, currentTarget.value)}>
      <option value="">all</option>
      {filterValues[name].map((value) => (
        <option key={value} value={value}>
          {words[value] ?? value}
        </option>
      ))}
    </select>
  </label>
);

interface FilterTextProps extends FilterFieldProps {
  readonly hint?: string;
  /** The key that leads here. */
  readonly keyHint?: string;
  /** What the browser offers while one types. */
  readonly offers?: readonly string[];
}

/** The list is searched when nobody has typed for so long. */
const restMs = 300;

/** A filter of free text; Enter searches at once. */
export const FilterText = (props: FilterTextProps): VNode => {
  const { name, label, hint, keyHint, offers = [] } = props;
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
      {keyHint === undefined || typed !== '' ? null : <kbd>{keyHint}</kbd>}
      <datalist id={listId}>
        {offers.map((offer) => (
          <option key={offer} value={offer} />
        ))}
      </datalist>
    </label>
  );
};

/** What is in the field: what was typed last, or what the address says since by itself. */
const useTyped = ({ name, filter, set }: FilterTextProps) => {
  const value = filter[name] ?? '';
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** What was searched for last: where the address says so, whoever types on is ahead of it. */
  const searched = useRef(value);
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const choose = (text: string, afterMs: number): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (text.trim() === searched.current) return;
      searched.current = text.trim();
      set(name, text.trim());
    }, afterMs);
  };
  return [typed, choose] as const;
};
