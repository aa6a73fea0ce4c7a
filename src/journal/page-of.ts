import type { Found } from './create-finder.ts';
import type { JournalPage } from './journal-page.ts';

/** The page of a search for one row more than `limit`. */
export const pageOf = ({ rows, left, backwards }: Found, limit: number): JournalPage => {
  const wanted = rows.slice(0, limit);
  const isCut = rows.length > limit;
  const endOfSearch = backwards ? left.last + 1 : left.first - 1;
  return {
    rows: backwards ? wanted.toReversed() : wanted,
    more: isCut || left.first <= left.last,
    searchedTo: isCut ? (wanted.at(-1)?.seq ?? endOfSearch) : endOfSearch,
  };
};
