import type { Clock } from './clock.ts';

/** A clock that goes with another one, ahead of it or behind. */
export interface ShiftedClock extends Clock {
  /** Milliseconds ahead of the other clock; negative when behind. */
  shiftMs(): number;
  /**
   * Sets how far ahead it is, from the other clock and not from where it stands now.
   * A RangeError unless these are whole milliseconds, ten years at most either way.
   */
  shift(ms: number): void;
}

/** Ten years, leap days included. */
const largestShiftMs = 315_576_000_000;

/** A clock that can be moved. Waits take as long as on `base`: a moved clock does not end them. */
export const createShiftedClock = (base: Clock): ShiftedClock => {
  let shiftMs = 0;
  return {
    now: () => base.now() + shiftMs,
    sleep: base.sleep,
    shiftMs: () => shiftMs,
    shift: (ms) => {
      if (!Number.isInteger(ms) || Math.abs(ms) > largestShiftMs) throw shiftError(ms);
      // Without the sign that -0 would show in JSON and text.
      shiftMs = ms + 0;
    },
  };
};

const shiftError = (ms: number): RangeError =>
  new RangeError(
    `The clock cannot be moved by ${ms}: give whole milliseconds, from ${-largestShiftMs} to ${largestShiftMs} (ten years).`,
  );
