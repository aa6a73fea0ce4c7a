import { callbackTypes } from '../../../spec/callback.ts';
import { operationNames } from '../../../spec/operation.ts';
import { callVerdicts } from '../../../spec/verdict.ts';
import { hrefOf } from '../../parts/routes.ts';

/** Reads a value of the address; undefined where it is none. */
type ReadValue = (value: string) => string | undefined;

const any: ReadValue = (value) => (value === '' ? undefined : value);

const oneOf =
  (...allowed: readonly string[]): ReadValue =>
  (value) =>
    allowed.includes(value) ? value : undefined;

const readStatus: ReadValue = (value) => (/^([1-5]\d\d|[2345]xx|none)$/.test(value) ? value : undefined);

/** `10m`, `1h`, `start`; as addresses before had it, `5min` and `hour`. */
const readSpan: ReadValue = (value) => {
  const span = value === 'hour' ? '1h' : value.replace(/^(\d+)min$/, '$1m');
  return /^(start|\d{1,6}[smhd])$/.test(span) ? span : undefined;
};

/** An instant (ISO 8601), or a time of today such as `14:02`. */
const readInstant: ReadValue = (value) => {
  const [isTime, hours, minutes, seconds = '0'] = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(value) ?? [];
  const at =
    isTime === undefined ? Date.parse(value) : new Date().setHours(Number(hours), Number(minutes), Number(seconds), 0);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

export const callKinds = [...callbackTypes, ...operationNames, 'other'] as const;

/** What each filter may be. `group` is no filter: it stands beside them. */
const values = {
  text: any,
  direction: oneOf('callback', 'operation'),
  kind: oneOf(...callKinds),
  playerId: any,
  sessionId: any,
  transactionId: any,
  round: any,
  run: any,
  scenario: any,
  verdict: oneOf(...callVerdicts),
  status: readStatus,
  last: readSpan,
  from: readInstant,
  to: readInstant,
  runs: oneOf('show'),
  group: oneOf('round'),
} as const satisfies Record<string, ReadValue>;

export type FilterName = keyof typeof values;

/** Which exchanges are shown; an absent one lets everything through, but for calls of runs. */
export type TrafficFilter = Readonly<Partial<Record<FilterName, string>>>;

const names = Object.keys(values) as readonly FilterName[];

/** A value of a filter as the address has it; undefined where it is none. */
export const readValue = (name: FilterName, value: string): string | undefined => values[name](value.trim());

/** Reads the query of the address; what it does not know is left out. */
export const parseFilter = (query: string): TrafficFilter => {
  const given = new URLSearchParams(query);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = readValue(name, given.get(name) ?? '');
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
};

/** The query of the address, for a link that can be shared. */
export const filterQuery = (filter: TrafficFilter): string => {
  const set = names.flatMap((name) => {
    const value = filter[name];
    return value === undefined || value === '' ? [] : [[name, value] as [string, string]];
  });
  return new URLSearchParams(set).toString();
};

/** The address of the list under a filter. */
export const hrefOfTraffic = (filter: TrafficFilter): string => hrefOf('traffic', undefined, filterQuery(filter));

/** The address of a session: its calls, by round. */
export const hrefOfSession = (sessionId: string): string => hrefOfTraffic({ sessionId, group: 'round' });

/** Whether what runs sent is left out: who names a run, a scenario or a session is shown all its calls. */
export const hidesRuns = ({ runs, run, scenario, sessionId }: TrafficFilter): boolean =>
  runs !== 'show' && run === undefined && scenario === undefined && sessionId === undefined;

/** What `last` counts from. */
export interface FilterClock {
  readonly nowMs: number;
  /** When the platform was started (ISO 8601), once that is known. */
  readonly startedAt: string | undefined;
}

/** The query of the admin API for what a filter lets through: of the list, and of its exports. */
export const conditionsOf = (filter: TrafficFilter, clock: FilterClock): URLSearchParams => {
  const { runs, last, group, ...conditions } = filter;
  const from = last === undefined ? undefined : beginOf(last, clock);
  return new URLSearchParams({
    ...conditions,
    ...(from === undefined ? {} : { from }),
    runs: hidesRuns(filter) ? 'hide' : 'show',
  });
};

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const beginOf = (last: string, { nowMs, startedAt }: FilterClock): string | undefined =>
  last === 'start'
    ? startedAt
    : new Date(nowMs - Number.parseInt(last, 10) * (units[last.slice(-1)] ?? 0)).toISOString();
