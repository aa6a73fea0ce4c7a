import { batch, type Signal } from '@preact/signals';
import type { AdminEvent } from '../../api/schemas/admin-event.ts';
import type { AgentHealthView } from '../../api/schemas/agents.ts';
import type { FindingsView } from '../../api/schemas/findings.ts';
import type { ClockView, Setup } from '../../api/schemas/platform.ts';
import type { RunView } from '../../api/schemas/runs.ts';
import type { PackView, SessionView } from '../../api/schemas/sessions.ts';
import type { ActiveFault } from '../../formats/fault.ts';
import type { AccountPoint, AccountStatement } from '../../formats/judgement.ts';
import { callAdmin } from '../parts/call-admin.ts';
import { accountKey, emptyState, type LiveState, publishEvents, store } from '../parts/store.ts';
import { readFindings } from './follow-findings.ts';

const retryMs = 2_000;

/** Feeds the store for as long as the page is open. */
export const connectStore = (browser: StreamBrowser): void => {
  /** Events that were told since the reading under way began; undefined while nothing is read. */
  let waiting: AdminEvent[] | undefined;
  let isOutdated = false;

  /** Reads until nothing is out of date; what was told meanwhile is applied to it: it may be newer. */
  const readAgain = async (): Promise<void> => {
    isOutdated = true;
    if (waiting !== undefined) return;
    let told: AdminEvent[] = [];
    while (isOutdated) {
      isOutdated = false;
      // What was told before a reading begins is in what it reads, or a reset has undone it.
      told = [];
      waiting = told;
      await refresh();
    }
    waiting = undefined;
    takeLate(told);
    if (store.problem.value !== undefined) browser.later(retry, retryMs);
  };

  /** Nobody else would read again while the stream itself goes on. */
  const retry = (): void => {
    const isLive = store.connection.value === 'live';
    if (isLive && store.problem.value !== undefined) void readAgain();
  };

  const receive = (events: readonly AdminEvent[]): void => {
    if (waiting === undefined) take(events);
    else waiting.push(...events);
    if (events.some(({ kind }) => outdating.has(kind))) void readAgain();
    publishEvents(events);
  };

  const open = (): void => {
    store.connection.value = 'live';
    void readAgain();
  };

  const lost = (): void => {
    store.connection.value = 'lost';
    // Nothing was ever read: whoever asks is told why.
    if (store.setup.value === undefined) void readAgain();
  };

  openEventSource({ open, lost, receive }, browser);
};

/** Tell that what was read is out of date, and not what it is now. */
const outdating: ReadonlySet<AdminEvent['kind']> = new Set(['gap', 'reset', 'agents']);

/** What was told while everything was read. Findings are not in their event: they are read once more. */
const takeLate = (events: readonly AdminEvent[]): void => {
  take(events);
  if (events.some(({ kind }) => kind === 'findings')) void readFindings();
};

const take = (events: readonly AdminEvent[]): void =>
  batch(() => {
    const before = Object.fromEntries(liveNames.map((name) => [name, store[name].peek()])) as unknown as LiveState;
    const after = applyEvents(before, events);
    const write = <N extends keyof LiveState>(name: N): void => {
      (store[name] as Signal<LiveState[N]>).value = after[name];
    };
    liveNames.forEach(write);
    if (events.some(({ kind }) => kind === 'scenarios')) store.scenarioChanges.value += 1;
  });

const liveNames = Object.keys(emptyState) as readonly (keyof LiveState)[];

/** Reads everything again; `store.problem` tells what went wrong. */
const refresh = async (): Promise<void> => {
  try {
    show(await readAll());
  } catch (error) {
    store.problem.value = error;
  }
};

const readAll = async () => {
  const [setup, health, findings, faults, clock, packs, runs, sessions, accounts] = await Promise.all([
    callAdmin<Setup>('GET', '/setup'),
    callAdmin<AgentHealthView>('GET', '/agents/health'),
    callAdmin<FindingsView>('GET', '/findings'),
    callAdmin<readonly ActiveFault[]>('GET', '/faults'),
    callAdmin<ClockView>('GET', '/clock'),
    callAdmin<readonly PackView[]>('GET', '/packs'),
    callAdmin<readonly RunView[]>('GET', '/runs'),
    callAdmin<readonly SessionView[]>('GET', '/sessions'),
    callAdmin<readonly AccountStatement[]>('GET', '/players'),
  ]);
  return { setup, health, findings, faults, clock, packs, runs, sessions, accounts };
};

const show = (read: Awaited<ReturnType<typeof readAll>>): void =>
  batch(() => {
    store.setup.value = read.setup;
    store.health.value = read.health;
    store.findings.value = read.findings;
    store.faults.value = read.faults;
    store.clock.value = read.clock;
    store.packs.value = read.packs;
    store.runs.value = read.runs;
    store.sessions.value = read.sessions;
    store.accounts.value = new Map(read.accounts.map((account) => [accountKey(account), account]));
    store.scenarioChanges.value += 1;
    store.refreshes.value += 1;
    store.problem.value = undefined;
  });

/** What an EventSource is asked for; the browser's own, or one of a test. */
export type EventSourceLike = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>;

interface StreamListener {
  open(): void;
  lost(): void;
  receive(events: readonly AdminEvent[]): void;
}

export interface StreamBrowser {
  readonly openSource: () => EventSourceLike;
  /** Calls back after so many milliseconds. */
  readonly later: (call: () => void, ms: number) => void;
}

/** EventSource.CLOSED: the browser has given up, such as after an answer that is no 200. */
const closed = 2;

/** Listens for ever: a source that the browser gives up is opened again. Unreadable messages are a gap. */
export const openEventSource = (listener: StreamListener, browser: StreamBrowser): void => {
  const source = browser.openSource();
  source.addEventListener('open', () => listener.open());
  source.addEventListener('message', (message) => listener.receive(parseEvents(message)));
  source.addEventListener('error', () => {
    listener.lost();
    if (source.readyState !== closed) return;
    source.close();
    browser.later(() => openEventSource(listener, browser), retryMs);
  });
};

const gap: readonly AdminEvent[] = [{ kind: 'gap' }];

const parseEvents = (message: Event): readonly AdminEvent[] => {
  try {
    const told: unknown = JSON.parse(String((message as MessageEvent<unknown>).data));
    return Array.isArray(told) ? (told as readonly AdminEvent[]) : gap;
  } catch {
    return gap;
  }
};

/** As many points of an account as the platform keeps. */
const mostPoints = 500;

/** The state after these events; what they do not speak of stays the same object. */
export const applyEvents = (state: LiveState, events: readonly AdminEvent[]): LiveState => {
  const accounts = withAccounts(state.accounts, events);
  return events.reduce(apply, accounts === state.accounts ? state : { ...state, accounts });
};

const apply = (state: LiveState, event: AdminEvent): LiveState => {
  switch (event.kind) {
    case 'agent-health':
      return { ...state, health: event.health };
    case 'faults':
      return { ...state, faults: event.faults };
    case 'clock':
      return { ...state, clock: event.clock };
    case 'packs':
      return { ...state, packs: event.packs };
    case 'run':
      return { ...state, runs: withRun(state.runs, event.run) };
    case 'session':
      return { ...state, sessions: withSession(state.sessions, event.session) };
    default:
      return state;
  }
};

const withRun = (runs: readonly RunView[], run: RunView): readonly RunView[] =>
  runs.some(({ id }) => id === run.id) ? runs.map((known) => (known.id === run.id ? run : known)) : [run, ...runs];

const withSession = (sessions: readonly SessionView[], session: SessionView): readonly SessionView[] =>
  sessions.some(({ sessionId }) => sessionId === session.sessionId)
    ? sessions.map((known) => (known.sessionId === session.sessionId ? session : known))
    : [session, ...sessions];

/** One copy of the map for all events of a message. */
const withAccounts = (accounts: LiveState['accounts'], events: readonly AdminEvent[]): LiveState['accounts'] => {
  const told = events.flatMap((event) => (event.kind === 'account' ? [event.account] : []));
  if (told.length === 0) return accounts;
  const next = new Map(accounts);
  for (const account of told) {
    const key = accountKey(account);
    next.set(key, withPoints(next.get(key), account));
  }
  return next;
};

/** An event carries the last point only: it goes behind those that are known. */
const withPoints = (known: AccountStatement | undefined, told: AccountStatement): AccountStatement => {
  if (known === undefined) return told;
  const points = told.points.reduce(withPoint, known.points);
  return { ...told, points: points.slice(-mostPoints) };
};

const withPoint = (points: readonly AccountPoint[], point: AccountPoint): readonly AccountPoint[] => [
  ...points.filter(({ exchangeId }) => exchangeId !== point.exchangeId),
  point,
];
