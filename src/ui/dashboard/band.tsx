import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ClockView } from '../../api/schemas/platform.ts';
import { visibleText } from '../../base/visible-text.ts';
import type { ActiveFault } from '../../formats/fault.ts';
import { ErrorNote } from '../parts/blocks.tsx';
import { Button } from '../parts/button.tsx';
import { callAdmin } from '../parts/call-admin.ts';
import { useAction } from '../parts/requests.ts';
import { currentRoute } from '../parts/routes.ts';
import { type LiveState, store } from '../parts/store.ts';
import { movedText } from '../parts/time.tsx';
import { faultText } from './controls/fault-draft.ts';

/** More than so many are folded. */
const mostShown = 3;

/** On every page: what is switched on, each with a way to switch it off. */
export const Band = (): VNode => {
  const on = switchedOn({
    faults: store.faults.value,
    clock: store.clock.value,
    packs: store.packs.value,
    runs: isShownBelow() ? [] : store.runs.value,
  });
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? on : on.slice(0, mostShown);
  return (
    <section class="band" aria-label="Switched on" hidden={on.length === 0}>
      <ul>
        {shown.map((thing) => (
          <Switch key={thing.key} thing={thing} />
        ))}
      </ul>
      {on.length <= mostShown ? null : (
        <Button look="plain" onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `${on.length - mostShown} more`}
        </Button>
      )}
    </section>
  );
};

/** The pages of runs show the one under way, in a place that it has always. */
const isShownBelow = (): boolean => ['conformance', 'runs'].includes(currentRoute.value.page);

const Switch = ({ thing }: { readonly thing: SwitchedOn }): VNode => {
  const [act, { busy, error }] = useAction();
  const { text, off, method, path, body } = thing;
  return (
    <li>
      <span>
        <span aria-hidden="true">●</span> {visibleText(text)}
      </span>
      <Button disabled={busy} label={`${off}: ${text}`} onPress={() => act(() => callAdmin<void>(method, path, body))}>
        {off}
      </Button>
      <ErrorNote error={error} />
    </li>
  );
};

/** Something that is switched on, in words, and the call of the admin API that ends it. */
interface SwitchedOn {
  readonly key: string;
  readonly text: string;
  /** What the button says. */
  readonly off: string;
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** Whatever is switched on, the run first. */
export const switchedOn = ({
  faults,
  clock,
  packs,
  runs,
}: Pick<LiveState, 'faults' | 'clock' | 'packs' | 'runs'>): readonly SwitchedOn[] => [
  ...runs.filter(({ state }) => state === 'running').map(ofRun),
  ...faults.map(ofFault),
  ...(clock === undefined || !isMoved(clock) ? [] : [ofClock(clock)]),
  ...packs.filter(({ status }) => status === 'active').map(ofPack),
];

const ofRun = ({ id, title, done, total }: LiveState['runs'][number]): SwitchedOn => ({
  key: `run ${id}`,
  text: `A run is under way: ${title}, ${done} of ${total}`,
  off: 'Interrupt',
  method: 'DELETE',
  path: '/runs/current',
});

const ofFault = (fault: ActiveFault): SwitchedOn => ({
  key: `fault ${fault.id}`,
  text: `Fault: ${faultText(fault)}`,
  off: 'Switch off',
  method: 'DELETE',
  path: `/faults/${encodeURIComponent(fault.id)}`,
});

const isMoved = ({ shiftMs, frozen }: ClockView): boolean => frozen || shiftMs !== 0;

const ofClock = (clock: ClockView): SwitchedOn => ({
  key: 'clock',
  text: `The platform's clock is ${movedText(clock)}`,
  off: 'Back to now',
  method: 'POST',
  path: '/clock',
  body: { shiftMs: 0 },
});

const ofPack = ({ freespinsId, playerId, currency, played, total }: LiveState['packs'][number]): SwitchedOn => ({
  key: `pack ${freespinsId}`,
  text: `Free spins of ${playerId} in ${currency}: ${played} of ${total} played`,
  off: 'Delete',
  method: 'DELETE',
  path: `/packs/${encodeURIComponent(freespinsId)}`,
});
