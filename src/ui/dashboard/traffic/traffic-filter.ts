import { callbackTypes } from '../../../spec/callback.ts';
import { operationNames } from '../../../spec/operation.ts';
import { callVerdicts } from '../../../spec/verdict.ts';
import type { PageAsked } from './traffic-rows.ts';

/** What each filter may be; an empty list takes any text. */
export const filterValues = {
  direction: ['callback', 'operation'],
  kind: [...callbackTypes, ...operationNames, 'other'],
  playerId: [],
  sessionId: [],
  transactionId: [],
  verdict: callVerdicts,
  status: ['2xx', '3xx', '4xx', '5xx', 'none'],
  text: [],
  runs: ['hide'],
} as const satisfies Record<string, readonly string[]>;

export type FilterName = keyof typeof filterValues;

/** Which exchanges are shown; an absent one lets everything through. */
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

const isAllowed = (name: FilterName, value: string): boolean => {
  const allowed: readonly string[] = filterValues[name];
  return value !== '' && (allowed.length === 0 || allowed.includes(value));
};

/** The path of a page of the list (`GET /__admin/exchanges`), under `/__admin`. */
export const queryOfPage = (filter: TrafficFilter, asked: PageAsked): string => {
  const { runs = 'show', ...conditions } = filter;
  const numbers = Object.entries(asked).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams([...numbers, ...Object.entries({ ...conditions, runs })]);
  return `/exchanges?${query}`;
};
