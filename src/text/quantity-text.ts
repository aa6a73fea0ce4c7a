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
