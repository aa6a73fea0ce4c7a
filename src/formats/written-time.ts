const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** How a duration is written: a number and ms, s, m or h. */
export const durationPattern = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/;

/** Milliseconds of a duration such as `500ms`, `1.5s`, `2m`, `4h`; undefined when it is none. */
export const parseDuration = (text: string): number | undefined => {
  const [, amount, unit] = durationPattern.exec(text) ?? [];
  if (amount === undefined || unit === undefined) return undefined;
  return Math.round(Number(amount) * unitMs[unit as keyof typeof unitMs]);
};

/** Milliseconds of a duration that was checked before: a constant, or what a schema let through. */
export const durationOf = (text: string): number => {
  const durationMs = parseDuration(text);
  if (durationMs === undefined) throw new TypeError(`Not a duration: ${text}`);
  return durationMs;
};

/** As the largest unit that tells it whole: `90s`, `10m`. */
export const renderDuration = (durationMs: number): string => {
  const units = Object.entries(unitMs).toReversed();
  const [unit, inMs] = units.find(([, each]) => durationMs % each === 0) ?? ['ms', 1];
  return `${durationMs / inMs}${unit}`;
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
