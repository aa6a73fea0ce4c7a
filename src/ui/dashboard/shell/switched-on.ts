import type { ActiveFault } from '../../../spec/fault.ts';
import { faultText } from '../controls/fault-text.ts';
import { shiftText } from '../parts/shift-text.ts';
import type { LiveState } from '../store/live-state.ts';

/** Something that is switched on, in words, and the call of the admin API that ends it. */
export interface SwitchedOn {
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
  ...(clock === undefined || clock.shiftMs === 0 ? [] : [ofClock(clock.shiftMs)]),
  ...packs.filter(({ status }) => status === 'active').map(ofPack),
];

const ofRun = ({ id, title, done, total, current }: LiveState['runs'][number]): SwitchedOn => ({
  key: `run ${id}`,
  text: `A run is under way: ${title}, ${done} of ${total}${current === undefined ? '' : `, now “${current}”`}`,
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

const ofClock = (shiftMs: number): SwitchedOn => ({
  key: 'clock',
  text: `The platform's clock is moved by ${shiftText(shiftMs)}`,
  off: 'Back to now',
  method: 'POST',
  path: '/clock',
  body: { shiftMs: 0 },
});

const ofPack = ({
  freespinsId,
  playerId,
  currency,
  played,
  total,
}: LiveState['packs'][number]): SwitchedOn => ({
  key: `pack ${freespinsId}`,
  text: `Free spins of ${playerId} in ${currency}: ${played} of ${total} played`,
  off: 'Delete',
  method: 'DELETE',
  path: `/packs/${encodeURIComponent(freespinsId)}`,
});
