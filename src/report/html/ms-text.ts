/** `0.8 ms`, `12 ms`: as many digits as tell something. */
export const msText = (durationMs: number): string =>
  `${durationMs < 10 ? Number(durationMs.toFixed(1)) : Math.round(durationMs)} ms`;
