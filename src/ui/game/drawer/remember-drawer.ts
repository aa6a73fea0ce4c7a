import type { PageState } from '../state/page-state.ts';

const key = 'walletproof.drawer';

/** Whether the drawer was left open; open where nobody said, or where the browser keeps nothing. */
export const readDrawer = (): PageState['drawer'] => {
  try {
    return localStorage.getItem(key) === 'closed' ? 'closed' : 'open';
  } catch {
    return 'open';
  }
};

/** Keeps it for the next visit, where the browser allows it. */
export const rememberDrawer = (drawer: PageState['drawer']): void => {
  try {
    if (readDrawer() !== drawer) localStorage.setItem(key, drawer);
  } catch {
    // Embedded pages and private windows may have no storage: the drawer then opens as it does at first.
  }
};
