import type { ChalkInstance } from 'chalk';
import { plural } from '../base/quantities.ts';
import type { RequirementResult, Run } from '../formats/run.ts';
import { failsRun, type Verdict } from '../spec/verdict.ts';

/** What a verdict is told from; what the baseline knows is told where the requirements are there. */
type JudgedRun = Pick<Run, 'verdict' | 'partial'> & Partial<Pick<Run, 'requirements' | 'setup'>>;

const words = {
  conformant: { text: 'CONFORMANT', colour: 'green' },
  nonconformant: { text: 'NOT CONFORMANT', colour: 'red' },
  inconclusive: { text: 'INCONCLUSIVE', colour: 'yellow' },
} as const satisfies Record<Run['verdict'], { readonly text: string; readonly colour: string }>;

/** The verdict of a run in words, with what the baseline excuses; an interrupted run is marked. */
export const runVerdictText = (run: JudgedRun): string =>
  `${words[run.verdict].text}${butForKnown(run)}${run.partial === true ? ' (interrupted)' : ''}`;

/**
 * ` but for 1 known breach`: a run that breaks what the baseline knows, and nothing else. Every report
 * says it with these words; empty for any other run.
 */
export const butForKnown = (run: JudgedRun): string => {
  const known = knownBreaches(run).length;
  return run.verdict !== 'conformant' || known === 0 ? '' : ` but for ${knownText(known)}`;
};

export const knownText = (count: number): string => plural(count, 'known breach', 'known breaches');

/** What would fail the run if the baseline did not know it. */
export const knownBreaches = ({ requirements = [], setup }: JudgedRun): RequirementResult[] =>
  requirements.filter((result) => result.known === true && failsRun(result, setup?.strict === true));

/** A text in the colour of the run's verdict. */
export const inColourOfRun = ({ verdict }: JudgedRun, paint: ChalkInstance, text: string): string =>
  paint.bold[words[verdict].colour](text);

const labels = {
  passed: { text: 'ok', colour: 'green' },
  failed: { text: 'FAIL', colour: 'red' },
  warned: { text: 'warn', colour: 'yellow' },
  observed: { text: 'note', colour: 'cyan' },
  skipped: { text: 'skip', colour: 'dim' },
  blocked: { text: 'stop', colour: 'magenta' },
  inconclusive: { text: '????', colour: 'magenta' },
} as const satisfies Record<Verdict, { readonly text: string; readonly colour: string }>;

/** A verdict in four columns, as the lines of a log begin. */
export const verdictLabel = (verdict: Verdict, paint: ChalkInstance): string => {
  const { text, colour } = labels[verdict];
  return paint[colour](text.padEnd(4));
};

/** A text in the colour of a verdict. */
export const inColourOf = (verdict: Verdict, paint: ChalkInstance, text: string): string =>
  paint[labels[verdict].colour](text);
