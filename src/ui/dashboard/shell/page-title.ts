import type { Route } from '../routes.ts';

const titles: Readonly<Record<Route['page'], string>> = {
  traffic: 'Traffic',
  exchanges: 'Exchange',
  players: 'Players',
  sessions: 'Sessions',
  conformance: 'Conformance',
  runs: 'Run',
  controls: 'Controls',
  unknown: 'No such page',
};

const ofOne: Readonly<Partial<Record<Route['page'], string>>> = {
  players: 'Player',
  sessions: 'Session',
};

/** The title of the browser's tab. */
export const pageTitle = ({ page, id }: Route): string => {
  const title = id === undefined ? titles[page] : `${ofOne[page] ?? titles[page]} ${id}`;
  return `${title} · walletproof`;
};
