import type { PageState } from './page-state.ts';

/** Whether a crash round is in the air. */
export const isClimbing = ({ round, climbingSince }: PageState): boolean =>
  round?.state === 'open' && climbingSince !== null;
