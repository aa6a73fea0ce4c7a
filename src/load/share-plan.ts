import type { LoadSpike, Slice } from '../formats/load-report.ts';
import type { Arrivals } from './load-plan.ts';

/** The rate of a whole load over its time. */
export type LoadCurve = Pick<Arrivals, 'ratePerSecond' | 'rampMs' | 'holdMs' | 'spikes'>;

/** The players of a share: every n-th of them, so that each belongs to one share alone. */
export const playersOfShare = <P>(players: readonly P[], { index, count }: Slice): P[] =>
  players.filter((_, n) => n % count === index - 1);

/** The part of the rate that one of several shares has. */
export const curveOfShare = <C extends LoadCurve>(curve: C, { count }: Slice): C => ({
  ...curve,
  ratePerSecond: curve.ratePerSecond / count,
  spikes: curve.spikes.map((spike) => ({ ...spike, ratePerSecond: spike.ratePerSecond / count })),
});

/** The highest rate that there is at any time. */
export const peakRate = ({ ratePerSecond, spikes }: LoadCurve): number =>
  Math.max(ratePerSecond, ...spikes.map((spike) => spike.ratePerSecond));

/** About as many callbacks as are due in all. */
export const callbacksDue = ({ ratePerSecond, rampMs, holdMs, spikes }: LoadCurve): number => {
  const plain = (ratePerSecond * (rampMs / 2 + holdMs)) / 1000;
  const more = spikes.map((spike) => extraOf(spike, ratePerSecond));
  return Math.ceil(more.reduce((sum, each) => sum + each, plain));
};

const extraOf = (spike: LoadSpike, ratePerSecond: number): number =>
  Math.max(0, ((spike.ratePerSecond - ratePerSecond) * spike.forMs) / 1000);

/** What one worker makes without being late, callbacks a second. */
const ratePerWorker = 3000;

interface WorkersWanted {
  /** Asked for; by the rate when absent. */
  readonly workers?: number | undefined;
  readonly peakPerSecond: number;
  readonly players: number;
  readonly cores: number;
}

/** How many worker threads play: one core is left for the main thread, and no worker is without players. */
export const workersFor = ({ workers, peakPerSecond, players, cores }: WorkersWanted): number => {
  const needed = workers ?? Math.min(Math.ceil(peakPerSecond / ratePerWorker), cores - 1);
  return Math.max(1, Math.min(needed, players));
};
