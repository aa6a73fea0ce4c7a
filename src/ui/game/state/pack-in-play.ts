import type { PackShown } from '../../../spec/game-page.ts';
import type { PageState } from './page-state.ts';

/** The pack whose free spins come next; null when there is none, or none of them is left. */
export const packInPlay = ({ pack }: PageState): PackShown | null =>
  pack !== null && pack.played < pack.total ? pack : null;
