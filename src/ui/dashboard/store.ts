import { signal } from '@preact/signals';
import type { Setup } from '../../spec/admin/views.ts';
import type { LiveState } from './store/live-state.ts';
import { emptyState } from './store/live-state.ts';

/** Whether events arrive. */
export type Connection = 'connecting' | 'live' | 'lost';

/** What every page shows, as signals; `connect-store.ts` keeps them up to date. */
export const store = {
  setup: signal<Setup | undefined>(undefined),
  connection: signal<Connection>('connecting'),
  faults: signal<LiveState['faults']>(emptyState.faults),
  clock: signal<LiveState['clock']>(emptyState.clock),
  packs: signal<LiveState['packs']>(emptyState.packs),
  runs: signal<LiveState['runs']>(emptyState.runs),
  sessions: signal<LiveState['sessions']>(emptyState.sessions),
  /** By `accountKey`. */
  accounts: signal<LiveState['accounts']>(emptyState.accounts),
  /** Counts up whenever the list of scenarios changes: read it anew. */
  scenarioChanges: signal(0),
  /** Counts up whenever everything was read anew: what a page holds of its own is out of date. */
  refreshes: signal(0),
  /** Why the last reading failed. */
  problem: signal<unknown>(undefined),
} as const;
