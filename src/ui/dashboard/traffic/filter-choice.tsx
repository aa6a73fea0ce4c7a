import type { VNode } from 'preact';
import type { FilterName, TrafficFilter } from './traffic-filter.ts';
import { filterValues } from './traffic-filter.ts';

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
export const FilterChoice = ({ name, label, filter, set }: FilterChoiceProps): VNode => (
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
