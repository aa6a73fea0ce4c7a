import type { TrafficFilter } from './traffic-filter.ts';
import type { PageAsked } from './traffic-rows.ts';

/** The path of a page of the list (`GET /__admin/exchanges`), under `/__admin`. */
export const queryOfPage = (filter: TrafficFilter, asked: PageAsked): string => {
  const { runs = 'show', ...conditions } = filter;
  const numbers = Object.entries(asked).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams([...numbers, ...Object.entries({ ...conditions, runs })]);
  return `/exchanges?${query}`;
};
