import type { AccountStatement } from '../../../spec/account-statement.ts';
import type { ClockView, PackView, RunView, SessionView } from '../../../spec/admin/views.ts';
import type { ActiveFault } from '../../../spec/fault.ts';

/** What the dashboard knows besides the traffic. */
export interface LiveState {
  readonly faults: readonly ActiveFault[];
  readonly clock: ClockView | undefined;
  readonly packs: readonly PackView[];
  /** Newest first. */
  readonly runs: readonly RunView[];
  /** Newest first. */
  readonly sessions: readonly SessionView[];
  /** By `accountKey`. */
  readonly accounts: ReadonlyMap<string, AccountStatement>;
}

export const emptyState: LiveState = {
  faults: [],
  clock: undefined,
  packs: [],
  runs: [],
  sessions: [],
  accounts: new Map(),
};
