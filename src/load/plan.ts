import type { Worker } from 'node:worker_threads';
import { createDice } from '../base/dice.ts';
import type { CurrencyScales } from '../base/money.ts';
import type { PlayerConfiguration } from '../formats/configuration.ts';
import type { Mix } from '../formats/load-mix.ts';
import type { LoadReport, LoadSecond, LoadSpike, Slice } from '../formats/load-report.ts';
import { type AgentClient, secretsOf } from '../run/agent-client.ts';
import { recipientOf } from '../run/play.ts';
import type { RunContext, RunHooks } from '../run/run-context.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Recipient } from '../wire/compose-message.ts';

/** A load, wherever its values come from. */
export interface LoadOrder {
  readonly client: AgentClient;
  readonly hooks: RunHooks;
  readonly allowPublicTarget: boolean;
  /** Of the whole load, before it is shared. */
  readonly asked: LoadReport['asked'];
  readonly players: readonly PlayerConfiguration[];
  readonly mix: Mix;
  readonly fund: string;
  readonly slice: Slice;
  /** The same in all slices; what is sent carries the nonce of the settings. */
  readonly nonce: string;
  /** Unix milliseconds; at once when absent. */
  readonly startAt?: number | undefined;
  /** By the rate when absent. */
  readonly workers?: number | undefined;
  readonly cores: number;
  /** Where opening balances are kept until they are given back. */
  readonly folder: string;
  readonly tell: (event: LoadEvent) => void;
  /** Threads of our own when absent. */
  readonly startThread?: (plan: LoadPlan) => LoadThread;
}

/** What plays a share: a worker thread, or one of a test. */
export type LoadThread = Pick<Worker, 'postMessage' | 'on' | 'terminate'>;

/** What is told while a load is played. */
export type LoadEvent =
  | { readonly kind: 'met'; readonly dialect: string | undefined }
  | { readonly kind: 'opening'; readonly players: number; readonly balances: string }
  /** A second of all workers, added up. */
  | { readonly kind: 'second'; readonly second: LoadSecond }
  /** The callbacks are over, and money is given back. */
  | { readonly kind: 'settling' }
  /** Not everything was given back: what is left is in that file. */
  | { readonly kind: 'left'; readonly balances: string };

/** A player of a load, in one currency. */
export interface LoadPlayer {
  readonly id: string;
  readonly username: string;
  readonly currency: string;
  readonly language: string;
  /** Of the session that the agent knows; one of ours where it is absent. */
  readonly sessionId?: string;
}

/** The rate of callbacks over the time of a load: it climbs over the ramp, holds, and jumps where there is a spike. */
export interface LoadCurve {
  readonly ratePerSecond: number;
  readonly rampMs: number;
  readonly holdMs: number;
  readonly spikes: readonly LoadSpike[];
}

/** When the callbacks of one worker are due. */
export interface Arrivals extends LoadCurve {
  /** The first second keeps to this rate, and errors in it end the load. */
  readonly firstSecondRate: number;
}

/** All that one worker plays: its share of the players and of the rate. Can be sent to a thread. */
export interface LoadPlan {
  readonly recipient: Recipient;
  readonly gameId: number;
  readonly quirks: Quirks;
  readonly scales: CurrencyScales;
  readonly allowPublicTarget: boolean;
  /** PEM. */
  readonly ca: string | undefined;
  /** What nobody may see in anything that is reported. */
  readonly secrets: readonly string[];
  readonly mix: Mix;
  readonly players: readonly LoadPlayer[];
  readonly arrivals: Arrivals;
  /** When it begins, Unix milliseconds. */
  readonly startAt: number;
  readonly maxCallbacks: number;
  /** Callbacks that may be under way at once. */
  readonly maxConnections: number;
  /** Stands in every id that is sent: different for each worker, slice and run. */
  readonly nonce: string;
  readonly seed: number;
  /** Each account has at least so much of its currency's unit when it is opened, a decimal such as `100`. */
  readonly fund: string;
  /** The file that keeps the opening balances. */
  readonly balances: string;
}

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
  const more = spikes.map((spike) => Math.max(0, ((spike.ratePerSecond - ratePerSecond) * spike.forMs) / 1000));
  return Math.ceil(more.reduce((sum, each) => sum + each, plain));
};

/** What one worker makes without being late, callbacks a second. */
const ratePerWorker = 2000;

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

/** A worker is never without a callback to send for longer than a moment: so many at the least. */
const leastConnections = 50;
const mostConnections = 1000;

/** Callbacks of the first second, in all: an agent that is down is called no more often. */
const firstSecondRate = 20;

/**
 * What each worker plays: its part of the players, of the rate and of all bounds. `balances`: the file of opening
 * balances.
 */
export const plansOf = (
  order: LoadOrder,
  context: RunContext,
  { players, balances }: { readonly players: readonly LoadPlayer[]; readonly balances: string },
): LoadPlan[] => {
  const { asked, slice, client, cores, workers, mix, startAt = Date.now(), fund, allowPublicTarget } = order;
  const { settings } = client;
  const { ratePerSecond, rampMs, holdMs, spikes } = curveOfShare(asked, slice);
  const curve = { ratePerSecond, rampMs, holdMs, spikes };
  const peakPerSecond = peakRate(curve);
  const count = workersFor({ workers, peakPerSecond, players: players.length, cores });
  const connections = Math.min(mostConnections, Math.max(leastConnections, Math.ceil(peakPerSecond)));
  const dice = createDice(`${settings.seed}/${settings.nonce}/load`);
  return Array.from({ length: count }, (_, n) => {
    const share = { index: n + 1, count };
    const arrivals = curveOfShare(curve, share);
    return {
      recipient: recipientOf(context),
      gameId: context.gameId,
      quirks: context.quirks,
      scales: settings.configuration.currencyScales,
      allowPublicTarget,
      ca: settings.ca,
      secrets: secretsOf(settings),
      mix,
      players: playersOfShare(players, share),
      arrivals: {
        ...arrivals,
        firstSecondRate: Math.min(arrivals.ratePerSecond, firstSecondRate / slice.count / count),
      },
      startAt,
      maxCallbacks: Math.max(1, Math.floor(asked.maxCallbacks / slice.count / count)),
      maxConnections: Math.max(1, Math.ceil(connections / count)),
      nonce: `${settings.nonce}-${n + 1}`,
      seed: dice.fork(`${n}`).integer(0, 2 ** 31 - 1),
      fund,
      balances,
    };
  });
};
