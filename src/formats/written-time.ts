import { parseDuration } from '../base/quantities.ts';

/** Milliseconds of a duration that was checked before: a constant, or what a schema let through. */
export const durationOf = (text: string): number => {
  const durationMs = parseDuration(text);
  if (durationMs === undefined) throw new TypeError(`Not a duration: ${text}`);
  return durationMs;
};

/**
 * Unix milliseconds as ISO 8601 with microseconds: `2026-12-31T12:00:00.123456Z`. Whether one call
 * ended before another began is told by less than a millisecond.
 */
export const toInstant = (timeMs: number): string => {
  const micros = Math.round(timeMs * microsPerMs);
  const whole = Math.floor(micros / microsPerMs);
  const rest = String(micros - whole * microsPerMs).padStart(digits, '0');
  return `${new Date(whole).toISOString().slice(0, -1)}${rest}Z`;
};

/** Unix milliseconds, with fractions, of such a text; NaN where it is none. */
export const fromInstant = (text: string): number => {
  const rest = /\.\d{3}(\d{3})Z$/.exec(text)?.[1] ?? '0';
  return Date.parse(text) + Number(rest) / microsPerMs;
};

const microsPerMs = 1000;

const digits = 3;
