import type { PageState } from './page-state.ts';

/** A page before its first answer. */
export const openingState = (drawer: PageState['drawer']): PageState => ({
  phase: { kind: 'opening' },
  scene: null,
  balance: null,
  problem: null,
  message: null,
  round: null,
  reels: [],
  pack: null,
  forced: null,
  history: [],
  log: [],
  stake: '1',
  autoplay: null,
  autoCashOut: '',
  climbingSince: null,
  askedAt: null,
  drawer,
});
