import type { LoadDoubt, LoadError, LoadMoney, LoadReport, LoadSecond } from '../formats/load-report.ts';
import type { LoadPlan } from './load-plan.ts';

/** What the main thread tells a worker. */
export type ToWorker =
  | { readonly kind: 'play'; readonly plan: LoadPlan }
  /** The opening balances up to that message are in their file: these accounts may be moved. */
  | { readonly kind: 'kept'; readonly upTo: number }
  /** No new activity: what is under way ends, accounts are given back, and the worker is done. */
  | { readonly kind: 'stop' };

/** An account as it was found, before any money was moved. */
export interface OpenedAccount {
  readonly playerId: string;
  readonly currency: string;
  readonly sessionId: string;
  /** A decimal, as the agent wrote it. */
  readonly balance: string;
}

/** What a worker tells the main thread. */
export type FromWorker =
  | {
      readonly kind: 'opened';
      readonly number: number;
      readonly accounts: readonly OpenedAccount[];
    }
  /** Once a second, for the live line. */
  | { readonly kind: 'second'; readonly second: LoadSecond }
  /** The callbacks are over; accounts are given back from now on. */
  | { readonly kind: 'settling' }
  | { readonly kind: 'done'; readonly totals: WorkerTotals }
  /** It cannot go on: an error of ours, or of what it was given. */
  | { readonly kind: 'failed'; readonly message: string; readonly stack?: string };

/** What came of a worker's share: the parts of the report that add up. */
export interface WorkerTotals
  extends Pick<
    LoadReport,
    'callbacks' | 'judged' | 'resent' | 'activities' | 'struck' | 'latency' | 'service' | 'breaches' | 'breachCounts'
  > {
  readonly errors: readonly LoadError[];
  readonly doubts: readonly LoadDoubt[];
  readonly money: readonly LoadMoney[];
  readonly lateness: string;
  readonly cpuMs: number;
  readonly heapBytes: number;
  /** Why it ended before its time: errors in the first second, or the most callbacks were sent. */
  readonly stopped?: string;
}
