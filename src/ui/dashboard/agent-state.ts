import { computed } from '@preact/signals';
import type { ClockView } from '../../api/schemas/platform.ts';
import { durationText, plural } from '../../base/quantities.ts';
import { groupDigits } from '../../components/money.tsx';
import type { ActiveFault } from '../../formats/fault.ts';
import { failureWords } from '../../spec/exchange.ts';
import { type LiveState, store } from '../parts/store.ts';
import { clockText, movedText } from '../parts/time.tsx';
import { faultText } from './controls/fault-section.tsx';

/** Something that is under way or switched on, in words, and the call of the admin API that ends it. */
interface SwitchedOn {
  readonly key: string;
  readonly text: string;
  /** What the button says. */
  readonly off: string;
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

type Live = Pick<LiveState, 'faults' | 'clock' | 'packs' | 'runs'>;

/** Whatever is switched on, the run first. */
export const switchedOn = ({ faults, clock, packs, runs }: Live): readonly SwitchedOn[] => [
  ...runs.filter(({ state }) => state === 'running').map(ofRun),
  ...faults.map(ofFault),
  ...(clock === undefined || !isMoved(clock) ? [] : [ofClock(clock)]),
  ...packs.filter(({ status }) => status === 'active').map(ofPack),
];

const ofRun = ({ id, title, done, total, scenarios }: LiveState['runs'][number]): SwitchedOn => {
  const failed = scenarios.filter(({ verdict }) => verdict === 'failed').length;
  return {
    key: `run ${id}`,
    text: `running ${title}: ${done} of ${total}${failed === 0 ? '' : `, ${failed} failed`}`,
    ...{ off: 'Interrupt', method: 'DELETE', path: '/runs/current' },
  };
};

const ofFault = (fault: ActiveFault): SwitchedOn => ({
  key: `fault ${fault.id}`,
  text: `fault on: ${faultText(fault)}`,
  ...{ off: 'Switch off', method: 'DELETE', path: `/faults/${encodeURIComponent(fault.id)}` },
});

const isMoved = ({ shiftMs, frozen }: ClockView): boolean => frozen || shiftMs !== 0;

const ofClock = (clock: ClockView): SwitchedOn => ({
  key: 'clock',
  text: `clock ${movedText(clock)}`,
  ...{ off: 'Back to now', method: 'POST', path: '/clock', body: { shiftMs: 0 } },
});

const ofPack = ({ freespinsId, playerId, currency, played, total }: LiveState['packs'][number]): SwitchedOn => ({
  key: `pack ${freespinsId}`,
  text: `free spins of ${playerId} in ${currency}: ${played} of ${total} played`,
  ...{ off: 'Delete', method: 'DELETE', path: `/packs/${encodeURIComponent(freespinsId)}` },
});

/** What is on now. */
export const nowOn = computed(() =>
  switchedOn({
    ...{ faults: store.faults.value, clock: store.clock.value },
    ...{ packs: store.packs.value, runs: store.runs.value },
  }),
);

/** A line about the agent, for every page. */
export interface Headline {
  readonly sign: string;
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'none';
}

/** The gravest first: that the page, or the agent, is not heard; what is on; how the agent answers. */
export const headline = computed((): Headline => {
  const { answers, medianMs, silent } = store.health.value;
  if (store.connection.value === 'lost') return { sign: '✗', text: 'not connected: trying again', tone: 'bad' };
  if (store.connection.value === 'connecting') return { sign: '…', text: 'connecting', tone: 'none' };
  if (silent !== undefined) {
    return { sign: '✗', text: `silent since ${clockText(silent.since)}: ${failureWords[silent.failure]}`, tone: 'bad' };
  }
  const [first, ...others] = nowOn.value;
  if (first !== undefined) {
    const isRun = first.path === '/runs/current';
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    return { sign: isRun ? '▸' : '!', text: `${first.text}${more}`, tone: isRun ? 'none' : 'warn' };
  }
  if (store.setup.value !== undefined && store.setup.value.callbackUrl === undefined) {
    return { sign: '–', text: 'no callback URL', tone: 'none' };
  }
  if (answers === 0) return { sign: '–', text: 'not called yet', tone: 'none' };
  const speed = medianMs === undefined ? '' : `, ${durationText(medianMs)}`;
  return { sign: '✓', text: `${plural(answers, 'answer').replace(/^\d+/, groupDigits)}${speed}`, tone: 'good' };
});
