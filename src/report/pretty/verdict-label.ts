import type { ChalkInstance } from 'chalk';
import type { Verdict } from '../../spec/verdict.ts';

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
