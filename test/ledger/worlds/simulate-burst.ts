import type { Dice } from '../../../src/base/dice.ts';
import type { Call } from '../../../src/judge/call.ts';
import type { Callback } from '../../../src/spec/callback.ts';
import { getBalance, makeBet } from '../wallet.ts';
import { seen } from './played-burst.ts';

/** How the simulated agent goes about simultaneous calls. */
export type Manner = 'atomic' | 'commit-then-select' | 'lost-update' | 'double-application' | 'stale-read' | 'random';

export interface SimulatedBurst {
  readonly manner: Manner;
  readonly calls: number;
}

/** When a call is sent, read for, committed, answered for and answered, in microseconds. */
interface Moments {
  readonly callback: Callback;
  readonly cents: number;
  readonly start: number;
  readonly read: number;
  readonly commit: number;
  readonly select: number;
  readonly end: number;
}

/** Bets of powers of four from 1000.00, duplicates of them and reads, at random times. */
export const simulateBurst = (dice: Dice, { manner, calls }: SimulatedBurst): Call[] => {
  const planned = Array.from({ length: calls }, () => plan(dice)).toSorted((one, other) => one.commit - other.commit);
  // At least one bet, so that it is a burst.
  planned.push({ ...plan(dice), ...betOf(0) });
  planned.sort((one, other) => one.commit - other.commit);
  const cents = answersOf(dice, manner, planned);
  const heard = planned.map(({ callback, start, end }, n) =>
    seen(callback, ((cents[n] ?? 0) / 100).toFixed(2), [start / 1_000, end / 1_000]),
  );
  return dice.shuffle(heard);
};

const betOf = (place: number): Pick<Moments, 'callback' | 'cents'> => ({
  callback: makeBet(`t${place}`, [(4 ** place / 100).toFixed(2), '0']),
  cents: 4 ** place,
});

const plan = (dice: Dice): Moments => {
  const times = Array.from({ length: 5 }, () => dice.integer(0, 10_000)).toSorted((a, b) => a - b);
  const [start = 0, read = 0, commit = 0, select = 0, end = 0] = times;
  const kind = dice.integer(0, 9) < 8 ? betOf(dice.integer(0, 7)) : { callback: getBalance(), cents: 0 };
  return { ...kind, start, read, commit, select, end };
};

/** The state of the wallet over time: what it was from each moment on. */
type Timeline = [fromMoment: number, cents: number][];

const at = (timeline: Timeline, moment: number): number => timeline.findLast(([from]) => from <= moment)?.[1] ?? 0;

const answersOf = (dice: Dice, manner: Manner, planned: readonly Moments[]): number[] => {
  const timeline: Timeline = [[0, 100_000]];
  const applied = new Set<string>();
  const own = planned.map((moments) => handle({ timeline, applied, manner }, moments));
  return planned.map((moments, n) => {
    switch (manner) {
      case 'commit-then-select':
        return at(timeline, moments.select);
      case 'stale-read':
        return at(timeline, dice.integer(0, moments.select));
      case 'random':
        return dice.integer(0, 1) === 0 ? (own[n] ?? 0) : at(timeline, dice.integer(0, 10_000));
      default:
        return own[n] ?? 0;
    }
  });
};

interface Handling {
  readonly timeline: Timeline;
  readonly applied: Set<string>;
  readonly manner: Manner;
}

/** Commits the call, and returns the balance that its transaction sees. */
const handle = ({ timeline, applied, manner }: Handling, moments: Moments): number => {
  const { callback, cents, commit, read } = moments;
  const before = at(timeline, commit);
  if (callback.type === 'getBalance') return before;
  const isKnown = applied.has(callback.transactionId) && manner !== 'double-application';
  applied.add(callback.transactionId);
  if (isKnown) return before;
  const after = (manner === 'lost-update' ? at(timeline, read) : before) - cents;
  timeline.push([commit, after]);
  return after;
};
