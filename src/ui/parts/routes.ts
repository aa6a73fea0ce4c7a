import { signal } from '@preact/signals';

/** The pages, by the first part of their address. */
const pages = ['traffic', 'exchanges', 'players', 'sessions', 'conformance', 'runs', 'controls', 'agents'] as const;

export type PageName = 'findings' | (typeof pages)[number] | 'unknown';

/** A place in the dashboard, such as `#/players/p-1` or `#/traffic?kind=makeBet`. */
export interface PageRoute {
  readonly page: PageName;
  readonly id?: string;
  /** What stands behind `?` in the hash. */
  readonly query: string;
}

/** Reads `location.hash`; whatever it holds, there is a route. */
export const parseRoute = (hash: string): PageRoute => {
  const [path = '', ...rest] = hash.replace(/^#\/?/, '').split('?');
  const query = rest.join('?');
  const [first = '', ...ids] = path.split('/');
  const id = decode(ids.join('/'));
  if (first === '') return { page: 'findings', query };
  const page = pages.find((name) => name === first) ?? 'unknown';
  return { page, query, id: id === '' ? undefined : id };
};

/** The address of a page, for `href`. */
export const hrefOf = (page: PageName, id?: string, query = ''): string => {
  const path = page === 'findings' ? '' : page;
  const ending = id === undefined ? '' : `/${encodeURIComponent(id)}`;
  return `#/${path}${ending}${query === '' ? '' : `?${query}`}`;
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Where the reader is. */
export const currentRoute = signal<PageRoute>({ page: 'findings', query: '' });

/** Follows `location.hash` from now on. */
export const followHash = (window: Window): void => {
  const read = (): void => {
    currentRoute.value = parseRoute(window.location.hash);
  };
  window.addEventListener('hashchange', read);
  read();
};

const titles: Readonly<Record<PageRoute['page'], string>> = {
  findings: 'Findings',
  traffic: 'Traffic',
  exchanges: 'Exchange',
  players: 'Players',
  sessions: 'Sessions',
  conformance: 'Conformance',
  runs: 'Run',
  controls: 'Controls',
  agents: 'Agents',
  unknown: 'No such page',
};

const ofOne: Readonly<Partial<Record<PageRoute['page'], string>>> = { players: 'Player' };

/** The title of the browser's tab, with how much is wrong with the agent. */
export const pageTitle = ({ page, id }: PageRoute, wrong = 0): string => {
  const title = id === undefined ? titles[page] : `${ofOne[page] ?? titles[page]} ${id}`;
  return `${wrong === 0 ? '' : `(${wrong}) `}${title} · walletproof`;
};
