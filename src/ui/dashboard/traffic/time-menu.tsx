import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import { clockText } from '../../parts/time.tsx';
import type { TrafficFilter } from './traffic-filter.ts';

interface TimeMenuProps {
  readonly filter: TrafficFilter;
  readonly onChange: (filter: TrafficFilter) => void;
}

const spans = [
  [undefined, 'Any time'],
  ['5min', 'Last 5 min'],
  ['hour', 'Last hour'],
  ['start', 'Since start'],
] as const;

/** When what is shown happened. */
export const TimeMenu = ({ filter, onChange }: TimeMenuProps): VNode => {
  const { last, from, to, ...others } = filter;
  return (
    <Menu title={timeTitle(filter)}>
      <div class="row">
        {spans.map(([span, title]) => (
          <Button
            key={title}
            pressed={last === span && from === undefined && to === undefined}
            onPress={() => onChange(span === undefined ? others : { ...others, last: span })}
          >
            {title}
          </Button>
        ))}
      </div>
      <OwnTimes from={from} to={to} onChoose={(times) => onChange({ ...others, ...times })} />
    </Menu>
  );
};

export const timeTitle = ({ last, from, to }: TrafficFilter): string => {
  if (from !== undefined || to !== undefined) {
    return [
      ...(from === undefined ? [] : [`from ${clockText(from)}`]),
      ...(to === undefined ? [] : [`to ${clockText(to)}`]),
    ].join(' ');
  }
  return spans.find(([span]) => span === last)?.[1] ?? '';
};

interface OwnTimesProps {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChoose: (times: { readonly from?: string; readonly to?: string }) => void;
}

const OwnTimes = ({ from, to, onChoose }: OwnTimesProps): VNode => {
  const [begin, setBegin] = useState(localText(from));
  const [end, setEnd] = useState(localText(to));
  return (
    <form
      class="own-times"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose({ ...instantOf('from', begin), ...instantOf('to', end) });
      }}
    >
      <label>
        <span class="label">From</span>
        <input
          type="datetime-local"
          step="1"
          value={begin}
          onInput={({ currentTarget }) => setBegin(currentTarget.value)}
        />
      </label>
      <label>
        <span class="label">To</span>
        <input
          type="datetime-local"
          step="1"
          value={end}
          onInput={({ currentTarget }) => setEnd(currentTarget.value)}
        />
      </label>
      <Button type="submit">Show</Button>
    </form>
  );
};

const instantOf = (name: 'from' | 'to', local: string) =>
  local === '' ? {} : { [name]: new Date(local).toISOString() };

/** An instant as a field of a form has it: here, and without a zone. */
const localText = (at: string | undefined): string => {
  if (at === undefined) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
};
