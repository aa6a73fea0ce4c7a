import { randomInt } from 'node:crypto';
import { createDice } from '../base/dice.ts';
import { renderDuration } from '../base/quantities.ts';
import type { LoadReport } from '../formats/load-report.ts';
import { callbacksDue, peakRate } from '../load/share-plan.ts';
import type { TakenSlice } from '../load/slices.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { LoadFlags } from './options.ts';
import type { Settings } from './resolve-settings.ts';

type Asked = LoadReport['asked'];

/** What a load plays where nothing else is asked for: less than 30 s in all. */
const usual = { rate: 50, ramp: 5_000, for: 20_000 } as const;

/** What a load may not pass where nobody raises it. */
const caps = { rate: 2_000, time: 5 * 60_000, callbacks: 200_000 } as const;

type CurveFlags = Pick<
  LoadFlags,
  'rate' | 'ramp' | 'for' | 'duration' | 'spike' | 'failOn' | 'maxRate' | 'maxTime' | 'maxCallbacks'
>;

/** What is asked for, of the whole load. Throws a usage error where that is more than the caps allow. */
export const askedOf = (flags: CurveFlags, about: Pick<Asked, 'players' | 'mix' | 'faults' | 'timeoutMs'>): Asked => {
  const { maxCallbacks = caps.callbacks } = flags;
  const curve = {
    ratePerSecond: flags.rate ?? usual.rate,
    rampMs: flags.ramp ?? usual.ramp,
    holdMs: flags.for ?? flags.duration ?? usual.for,
    spikes: flags.spike ?? [],
  };
  const { rampMs, holdMs, spikes } = curve;
  const lengthMs = rampMs + holdMs;
  demandRate(peakRate(curve), flags.maxRate ?? caps.rate);
  demandTime(lengthMs, flags.maxTime ?? caps.time);
  demandCallbacks(callbacksDue(curve), maxCallbacks);
  for (const { atMs, forMs } of spikes) demandWithin(atMs + forMs, lengthMs);
  return { ...about, ...curve, maxCallbacks, failOn: flags.failOn ?? [] };
};

const demandRate = (rate: number, most: number): void => {
  if (rate <= most) return;
  throw new WalletproofError(
    'usage',
    `${rate}/s are more than ${most}/s, which a load keeps to where nothing else is said.`,
    `Raise it where the agent is meant to take that: --max-rate ${Math.ceil(rate)}/s.`,
  );
};

const demandTime = (lengthMs: number, mostMs: number): void => {
  if (lengthMs <= mostMs) return;
  const [length, most] = [lengthMs, mostMs].map(renderDuration);
  throw new WalletproofError(
    'usage',
    `--ramp and --for together are ${length}, more than ${most}, which a load keeps to where nothing else is said.`,
    `Raise it where that is meant: --max-time ${length}.`,
  );
};

const demandCallbacks = (due: number, most: number): void => {
  if (due <= most) return;
  throw new WalletproofError(
    'usage',
    `About ${due} callbacks are due, more than ${most}, which a load keeps to where nothing else is said.`,
    `Raise it where that is meant: --max-callbacks ${due}, and something for what is sent again.`,
  );
};

const demandWithin = (endMs: number, lengthMs: number): void => {
  if (endMs <= lengthMs) return;
  throw new WalletproofError(
    'usage',
    `A --spike ends ${renderDuration(endMs)} after the start, and the load ${renderDuration(lengthMs)} after it.`,
    'Let it end within --ramp and --for together.',
  );
};

/** By what a load is known, and what makes its ids and its chance. */
export interface LoadNonce {
  /** The same in all slices: `load merge` knows them by it. */
  readonly nonce: string;
  /** In every id that this process sends: of no other slice, and of no other attempt of it. */
  readonly idNonce: string;
  readonly seed: number;
}

/**
 * The nonce of a load. That of slices is one that all of them know by themselves. Throws a usage error
 * where there is none.
 */
export const nonceOfLoad = (
  { slice, job }: TakenSlice,
  flags: Pick<LoadFlags, 'nonce' | 'seed' | 'startAt'>,
  settings: Pick<Settings, 'nonce' | 'seed'>,
): LoadNonce => {
  const { nonce: own, seed } = settings;
  if (slice.count === 1) return { nonce: own, idNonce: own, seed };
  const nonce = flags.nonce ?? job ?? nonceByTime(flags.startAt);
  if (nonce === undefined) throw noNonce();
  const attempt = randomInt(36 ** 4).toString(36);
  return {
    nonce,
    idNonce: `${nonce}-${slice.index}-${attempt}`,
    seed: flags.seed ?? createDice(nonce).integer(0, 2 ** 31 - 1),
  };
};

const nonceByTime = (startAt: number | undefined): string | undefined =>
  startAt === undefined ? undefined : `at-${Math.round(startAt / 1000).toString(36)}`;

const noNonce = (): WalletproofError =>
  new WalletproofError(
    'usage',
    'The slices of a load need one nonce, by which load merge knows that they belong together.',
    'Give all of them the same: --nonce load-7, or --start-at with one time for all.',
  );

/** Clocks and schedulers differ by so much. */
const toleranceMs = 5_000;
const longestWaitMs = 3_600_000;

/** Throws a usage error for a start that is over, or too far away to be waited for. */
export const demandStart = (startAt: number | undefined, now: number): void => {
  if (startAt === undefined) return;
  const time = new Date(startAt).toISOString();
  if (startAt < now - toleranceMs) {
    const ago = renderDuration(Math.round((now - startAt) / 1000) * 1000);
    const remedy = 'Give a time that leaves all slices a minute to start.';
    throw new WalletproofError('usage', `--start-at ${time} was ${ago} ago.`, remedy);
  }
  if (startAt <= now + longestWaitMs) return;
  throw new WalletproofError('usage', `--start-at ${time} is more than an hour away.`, 'Start the slices later.');
};
