import { growthPerMs } from './growth.ts';

/** Milliseconds in the air until a multiplier is reached. */
export const msUntil = (multiplier: number): number =>
  Math.max(0, Math.ceil(Math.log(multiplier) / growthPerMs));
