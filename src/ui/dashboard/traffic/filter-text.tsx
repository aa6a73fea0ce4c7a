import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { FilterName, TrafficFilter } from './traffic-filter.ts';

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
export const FilterText = (props: FilterTextProps): VNode => {
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
