import { signal } from '@preact/signals';
import type { Route } from './routes.ts';
import { parseRoute } from './routes.ts';

/** Where the reader is. */
export const currentRoute = signal<Route>({ page: 'traffic', query: '' });

/** Follows `location.hash` from now on. */
export const followHash = (window: Window): void => {
  const read = (): void => {
    currentRoute.value = parseRoute(window.location.hash);
  };
  window.addEventListener('hashchange', read);
  read();
};
