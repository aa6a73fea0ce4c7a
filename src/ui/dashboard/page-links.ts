import { currentRoute, hrefOf, type PageName } from '../parts/routes.ts';
import { lastTrafficQuery } from './traffic/traffic-session.ts';

/** The pages by their titles, each with what belongs under it and the key behind `g` that opens it. */
export const pageLinks: readonly {
  readonly page: PageName;
  readonly title: string;
  readonly under?: PageName;
  readonly key: string;
}[] = [
  { page: 'findings', title: 'Findings', key: 'f' },
  { page: 'traffic', title: 'Traffic', under: 'exchanges', key: 't' },
  { page: 'players', title: 'Players', key: 'p' },
  { page: 'conformance', title: 'Conformance', under: 'runs', key: 'c' },
  { page: 'controls', title: 'Controls', key: 'o' },
  { page: 'agents', title: 'Agents', key: 'a' },
];

/** Traffic goes on under the filters that it had. */
export const addressOf = (page: PageName): string =>
  page === 'traffic' && currentRoute.value.page !== 'traffic'
    ? hrefOf('traffic', undefined, lastTrafficQuery())
    : hrefOf(page);
