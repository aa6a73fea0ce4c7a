import type { CurrencyScales } from '../base/money.ts';
import type { Mix } from '../formats/load-mix.ts';
import type { LoadSpike } from '../formats/load-report.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Recipient } from '../wire/compose-message.ts';

/** A player of a load, in one currency. */
export interface LoadPlayer {
  readonly id: string;
  readonly username: string;
  readonly currency: string;
  readonly language: string;
  /** Of the session that the agent knows; one of ours where it is absent. */
  readonly sessionId?: string;
}

/** When callbacks are due: the rate climbs over the ramp, holds, and jumps where there is a spike. */
export interface Arrivals {
  /** Callbacks a second of this share alone. */
  readonly ratePerSecond: number;
  readonly rampMs: number;
  readonly holdMs: number;
  readonly spikes: readonly LoadSpike[];
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
  /** Connections that may be open at once. */
  readonly maxConnections: number;
  /** Stands in every id that is sent: different for each worker, slice and run. */
  readonly nonce: string;
  readonly seed: number;
  /** Each account has at least so much of its currency's unit when it is opened, a decimal such as `100`. */
  readonly fund: string;
  /** So many breaches are told with their calls; all others are counted. */
  readonly mostBreaches: number;
}
