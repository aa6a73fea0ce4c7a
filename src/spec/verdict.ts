export const levels = ['must', 'should', 'observe'] as const;
/** How much a requirement weighs: a must fails the run, a should warns, an observe records. */
export type Level = (typeof levels)[number];

/** Verdicts of a requirement or a scenario, worst first: the order in which they are joined. */
export const verdicts = ['failed', 'warned', 'inconclusive', 'blocked', 'observed', 'passed', 'skipped'] as const;
export type Verdict = (typeof verdicts)[number];

/** Why a requirement is skipped that the scenarios of a run are not about. */
export const notShown = 'no scenario of this run shows it';

export const runVerdicts = ['conformant', 'nonconformant', 'inconclusive'] as const;
export type RunVerdict = (typeof runVerdicts)[number];

/** A broken must fails a run, and a warning about a should where the run is strict. */
export const failsRun = (
  { verdict, level }: { readonly verdict: Verdict; readonly level: Level },
  isStrict: boolean,
): boolean => verdict === 'failed' || (isStrict && verdict === 'warned' && level === 'should');

/** The worst of several verdicts; `skipped` when there is none. */
export const worstVerdict = (several: readonly Verdict[]): Verdict =>
  verdicts.find((verdict) => several.includes(verdict)) ?? 'skipped';

/**
 * What the platform, as it serves, says of one exchange. `wrong`: a must is broken. `risky`: only a should is, or money
 * could be created or lost. `consistent`: right, if what an earlier breach left is taken as it is.
 * `unjudged`: nobody can tell, and the sentence says why.
 */
export const callVerdicts = ['right', 'wrong', 'risky', 'consistent', 'unjudged'] as const;
export type CallVerdict = (typeof callVerdicts)[number];
