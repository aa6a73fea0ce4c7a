import type { PlayerConfiguration } from '../formats/configuration.ts';
import type { Mix } from '../formats/load-mix.ts';
import type { LoadReport, LoadSecond, Slice } from '../formats/load-report.ts';
import type { AgentClient } from '../run/agent-client.ts';
import type { RunHooks } from '../run/run-context.ts';
import type { LoadThread } from './start-workers.ts';

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
  readonly startThread?: () => LoadThread;
}

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
