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
