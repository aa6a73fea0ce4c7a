export const levels = ['must', 'should', 'observe'] as const;
/** How much a requirement weighs: a must fails the run, a should warns, an observe records. */
export type Level = (typeof levels)[number];

/** Verdicts of a requirement or a scenario, worst first: the order in which they are joined. */
export const verdicts = [
  'failed',
  'warned',
  'inconclusive',
  'blocked',
  'observed',
  'passed',
  'skipped',
] as const;
export type Verdict = (typeof verdicts)[number];

export type RunVerdict = 'conformant' | 'nonconformant' | 'inconclusive';

/** The worst of several verdicts; `skipped` when there is none. */
export const worstVerdict = (several: readonly Verdict[]): Verdict =>
  verdicts.find((verdict) => several.includes(verdict)) ?? 'skipped';
