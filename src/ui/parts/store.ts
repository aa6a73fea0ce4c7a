import { signal } from '@preact/signals';
import type { AdminEvent } from '../../api/schemas/admin-event.ts';
import type { AgentHealthView } from '../../api/schemas/agents.ts';
import type { FindingsView } from '../../api/schemas/findings.ts';
import type { ClockView, Setup } from '../../api/schemas/platform.ts';
import type { RunView } from '../../api/schemas/runs.ts';
import type { PackView, SessionView } from '../../api/schemas/sessions.ts';
import type { ActiveFault } from '../../formats/fault.ts';
import type { AccountStatement } from '../../formats/judgement.ts';

/** Whether events arrive. */
export type ConnectionState = 'connecting' | 'live' | 'lost';

export const emptyState: LiveState = {
  health: { answers: 0, requests: 0 },
  faults: [],
  clock: undefined,
  packs: [],
  runs: [],
  sessions: [],
  accounts: new Map(),
};

/** What every page shows, as signals; `connect-store.ts` keeps them up to date. */
export const store = {
  setup: signal<Setup | undefined>(undefined),
  connection: signal<ConnectionState>('connecting'),
  health: signal<LiveState['health']>(emptyState.health),
  faults: signal<LiveState['faults']>(emptyState.faults),
  clock: signal<LiveState['clock']>(emptyState.clock),
  packs: signal<LiveState['packs']>(emptyState.packs),
  runs: signal<LiveState['runs']>(emptyState.runs),
  sessions: signal<LiveState['sessions']>(emptyState.sessions),
  /** By `accountKey`. */
  accounts: signal<LiveState['accounts']>(emptyState.accounts),
  /** Undefined until they were read. */
  findings: signal<FindingsView | undefined>(undefined),
  /** Counts up whenever the list of scenarios changes: read it again. */
  scenarioChanges: signal(0),
  /** Counts up whenever everything was read again: what a page holds of its own is out of date. */
  refreshes: signal(0),
  /** Why the last reading failed. */
  problem: signal<unknown>(undefined),
} as const;

/** What the dashboard knows besides the traffic. */
export interface LiveState {
  /** Whether the agent answers. */
  readonly health: AgentHealthView;
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

/** The key of an account: a player and a currency, whatever characters they have. */
export const accountKey = ({ playerId, currency }: Pick<AccountStatement, 'playerId' | 'currency'>): string =>
  JSON.stringify([playerId, currency]);

/** Players of the configuration, then others that were called about. */
export const knownPlayers = (): readonly string[] => [
  ...new Set([
    ...(store.setup.value?.players ?? []).map(({ id }) => id),
    ...[...store.accounts.value.values()].map(({ playerId }) => playerId),
  ]),
];

/** The title of a game; undefined where the platform has none of that id. */
export const gameTitle = (id: number): string | undefined =>
  store.setup.value?.games.find((game) => game.id === id)?.title;

type EventSubscriber = (events: readonly AdminEvent[]) => void;

const listeners = new Set<EventSubscriber>();

/** Hears every message of events, as they came, until the function given back is called. */
export const subscribeToEvents = (subscriber: EventSubscriber): (() => void) => {
  listeners.add(subscriber);
  return () => listeners.delete(subscriber);
};

/** Tells all who listen. */
export const publishEvents = (events: readonly AdminEvent[]): void => {
  for (const subscriber of listeners) subscriber(events);
};
