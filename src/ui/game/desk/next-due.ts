import { highestMultiplier } from '../crash/growth.ts';
import { msUntil } from '../crash/ms-until.ts';
import { parseMultiplier } from '../crash/parse-multiplier.ts';
import { isClimbing } from '../state/is-climbing.ts';
import type { PageState } from '../state/page-state.ts';

/** Something that the page does by itself when its time comes. */
export type Due =
  | { readonly kind: 'bet'; readonly inMs: number }
  | { readonly kind: 'cash-out'; readonly inMs: number; readonly at: string };

/** So long a result is looked at before autoplay goes on. */
const autoplayPauseMs = 900;

/**
 * What the page does next by itself: the round in the air is cashed out at the multiplier that was
 * typed, or at the highest; autoplay bets again.
 */
export const nextDue = (state: PageState, now: number): Due | undefined => {
  if (state.phase.kind !== 'idle') return undefined;
  if (isClimbing(state)) {
    const multiplier = parseMultiplier(state.autoCashOut) ?? highestMultiplier;
    const inMs = Math.max(0, (state.climbingSince ?? now) + msUntil(multiplier) - now);
    return { kind: 'cash-out', inMs, at: multiplier.toFixed(2) };
  }
  return state.autoplay === null ? undefined : { kind: 'bet', inMs: autoplayPauseMs };
};
