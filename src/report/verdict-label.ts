import type { ChalkInstance } from 'chalk';
import type { Run } from '../formats/run.ts';
import type { Verdict } from '../spec/verdict.ts';

/** What a verdict is told from. */
type JudgedRun = Pick<Run, 'verdict' | 'partial'>;

const words = {
  conformant: { text: 'CONFORMANT', colour: 'green' },
  nonconformant: { text: 'NOT CONFORMANT', colour: 'red' },
  inconclusive: { text: 'INCONCLUSIVE', colour: 'yellow' },
} as const satisfies Record<Run['verdict'], { readonly text: string; readonly colour: string }>;

/** The verdict of a run in words; an interrupted run is marked. */
export const runVerdictText = ({ verdict, partial }: JudgedRun): string =>
  `${words[verdict].text}${partial === true ? ' (interrupted)' : ''}`;

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
