import { callbackTypes } from '../../../spec/callback.ts';
import { operationNames } from '../../../spec/operation.ts';
import { callVerdicts } from '../../../spec/verdict.ts';
import { hrefOf } from '../../parts/routes.ts';
import type { PageAsked } from './traffic-rows.ts';

/** What each filter may be; an empty list takes any text. `group` is no filter: it stands beside them. */
export const filterValues = {
  text: [],
  direction: ['callback', 'operation'],
  kind: [...callbackTypes, ...operationNames, 'other'],
  playerId: [],
  sessionId: [],
  transactionId: [],
  round: [],
  run: [],
  scenario: [],
  verdict: callVerdicts,
  status: ['2xx', '3xx', '4xx', '5xx', 'none'],
  last: ['5min', 'hour', 'start'],
  from: [],
  to: [],
  runs: ['show'],
  group: ['round'],
} as const satisfies Record<string, readonly string[]>;

export type FilterName = keyof typeof filterValues;

/** Which exchanges are shown; an absent one lets everything through, but for calls of runs. */
export type TrafficFilter = Readonly<Partial<Record<FilterName, string>>>;

const names = Object.keys(filterValues) as readonly FilterName[];

/** Reads the query of the address; what it does not know is left out. */
export const parseFilter = (query: string): TrafficFilter => {
  const given = new URLSearchParams(query);
  const known = names.flatMap((name) => {
    const value = given.get(name)?.trim() ?? '';
    return isAllowed(name, value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(known);
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

const isAllowed = (name: FilterName, value: string): boolean => {
  const allowed: readonly string[] = filterValues[name];
  const isInstant = (name !== 'from' && name !== 'to') || !Number.isNaN(Date.parse(value));
  return value !== '' && isInstant && (allowed.length === 0 || allowed.includes(value));
};

/** What `last` counts from. */
export interface FilterClock {
  readonly nowMs: number;
  /** When the platform was started (ISO 8601), once that is known. */
  readonly startedAt: string | undefined;
}

/** The query of the admin API for what a filter lets through: of the list, and of its exports. */
export const conditionsOf = (filter: TrafficFilter, clock: FilterClock): URLSearchParams => {
  const { runs, last, group, ...conditions } = filter;
  const isOfRuns = runs === 'show' || filter.run !== undefined || filter.scenario !== undefined;
  const from = last === undefined ? undefined : beginOf(last, clock);
  return new URLSearchParams({
    ...conditions,
    ...(from === undefined ? {} : { from }),
    runs: isOfRuns ? 'show' : 'hide',
  });
};

const spans: Readonly<Record<string, number>> = { '5min': 300_000, hour: 3_600_000 };

const beginOf = (last: string, { nowMs, startedAt }: FilterClock): string | undefined => {
  const span = spans[last];
  return span === undefined ? startedAt : new Date(nowMs - span).toISOString();
};

/** The path of a page of the list (`GET /__admin/exchanges`), under `/__admin`. */
export const queryOfPage = (filter: TrafficFilter, asked: PageAsked, clock: FilterClock): string => {
  const query = conditionsOf(filter, clock);
  for (const [name, value] of Object.entries(asked)) query.set(name, String(value));
  return `/exchanges?${query}`;
};

/** Whether nothing but the calls of runs is left out, or not even these. */
export const isPlain = (filter: TrafficFilter): boolean =>
  names.every((name) => name === 'runs' || filter[name] === undefined);
