/** `1 breach`, `3 breaches`. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** A duration for people: `12 ms`, `1.9 s`, `2 min 5 s`. */
export const durationText = (durationMs: number): string => {
  if (durationMs < 999.5) return `${Math.round(durationMs)} ms`;
  if (durationMs < 59_950) return `${(durationMs / 1000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

/** `0.8 ms`, `12 ms`: as many digits as tell something. */
export const msText = (durationMs: number): string =>
  `${durationMs < 10 ? Number(durationMs.toFixed(1)) : Math.round(durationMs)} ms`;

/** `20,000`. */
export const whole = (count: number): string => count.toLocaleString('en-US');

/** `0.31 ms`, `8.2 ms`, `231 ms`, `12.5 s`: three digits tell enough. */
export const shortMs = (ms: number): string => {
  if (ms >= 9_995) return `${Number((ms / 1000).toFixed(1))} s`;
  if (ms >= 99.95) return `${Math.round(ms)} ms`;
  return `${Number(ms.toFixed(ms < 1 ? 2 : 1))} ms`;
};

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** How a duration is written: a number and ms, s, m or h. */
export const durationPattern = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/;

/** Milliseconds of a duration such as `500ms`, `1.5s`, `2m`, `4h`; undefined when it is none. */
export const parseDuration = (text: string): number | undefined => {
  const [, amount, unit] = durationPattern.exec(text) ?? [];
  if (amount === undefined || unit === undefined) return undefined;
  return Math.round(Number(amount) * unitMs[unit as keyof typeof unitMs]);
};

/** As the largest unit that tells it whole: `90s`, `10m`. */
export const renderDuration = (durationMs: number): string => {
  const units = Object.entries(unitMs).toReversed();
  const [unit, inMs] = units.find(([, each]) => durationMs % each === 0) ?? ['ms', 1];
  return `${durationMs / inMs}${unit}`;
};
