import type { ChalkInstance } from 'chalk';
import type { Run } from '../../spec/run.ts';

const words = {
  conformant: { text: 'CONFORMANT', colour: 'green' },
  nonconformant: { text: 'NOT CONFORMANT', colour: 'red' },
  inconclusive: { text: 'INCONCLUSIVE', colour: 'yellow' },
} as const satisfies Record<Run['verdict'], { readonly text: string; readonly colour: string }>;

/** What a verdict is told from. */
type Judged = Pick<Run, 'verdict' | 'partial'>;

/** The verdict of a run in words; an interrupted run is marked. */
export const runVerdictText = ({ verdict, partial }: Judged): string =>
  `${words[verdict].text}${partial === true ? ' (interrupted)' : ''}`;

/** A text in the colour of the run's verdict. */
export const inColourOfRun = ({ verdict }: Judged, paint: ChalkInstance, text: string): string =>
  paint.bold[words[verdict].colour](text);
