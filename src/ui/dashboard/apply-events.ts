import type { AdminEvent } from '../../api/schemas/admin-event.ts';
import type { RunView } from '../../api/schemas/runs.ts';
import type { SessionView } from '../../api/schemas/sessions.ts';
import type { AccountPoint, AccountStatement } from '../../formats/judgement.ts';
import type { LiveState } from '../parts/store.ts';
import { accountKey } from '../parts/store.ts';

/** As many points of an account as the platform keeps. */
const mostPoints = 500;

/** The state after these events; what they do not speak of stays the same object. */
export const applyEvents = (state: LiveState, events: readonly AdminEvent[]): LiveState => {
  const accounts = withAccounts(state.accounts, events);
  return events.reduce(apply, accounts === state.accounts ? state : { ...state, accounts });
};

const apply = (state: LiveState, event: AdminEvent): LiveState => {
  switch (event.kind) {
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
  runs.some(({ id }) => id === run.id)
    ? runs.map((known) => (known.id === run.id ? run : known))
    : [run, ...runs];

const withSession = (
  sessions: readonly SessionView[],
  session: SessionView,
): readonly SessionView[] =>
  sessions.some(({ sessionId }) => sessionId === session.sessionId)
    ? sessions.map((known) => (known.sessionId === session.sessionId ? session : known))
    : [session, ...sessions];

/** One copy of the map for all events of a message. */
const withAccounts = (
  accounts: LiveState['accounts'],
  events: readonly AdminEvent[],
): LiveState['accounts'] => {
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
const withPoints = (
  known: AccountStatement | undefined,
  told: AccountStatement,
): AccountStatement => {
  if (known === undefined) return told;
  const points = told.points.reduce(withPoint, known.points);
  return { ...told, points: points.slice(-mostPoints) };
};

const withPoint = (
  points: readonly AccountPoint[],
  point: AccountPoint,
): readonly AccountPoint[] => [
  ...points.filter(({ exchangeId }) => exchangeId !== point.exchangeId),
  point,
];
