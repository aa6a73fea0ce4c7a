import type { ChalkInstance } from 'chalk';
import type { Run } from '../../contract/run.ts';

const words = {
  conformant: { text: 'CONFORMANT', colour: 'green' },
  nonconformant: { text: 'NOT CONFORMANT', colour: 'red' },
  inconclusive: { text: 'INCONCLUSIVE', colour: 'yellow' },
} as const satisfies Record<Run['verdict'], { readonly text: string; readonly colour: string }>;

/** The verdict of a run in words, in its colour; an interrupted run is marked. */
export const runVerdictText = ({ verdict, partial }: Run, paint: ChalkInstance): string => {
  const { text, colour } = words[verdict];
  return paint.bold[colour](partial === true ? `${text} (interrupted)` : text);
};
