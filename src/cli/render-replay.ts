import type { ChalkInstance } from 'chalk';
import type { Replayed } from '../judges/judge-replay.ts';
import { plural } from '../report/plural.ts';
import { stripControls } from '../report/strip-controls.ts';

/** Each breach that was played again: FIXED, FAILED, or why it could not be judged. */
export const renderReplay = (replayed: readonly Replayed[], paint: ChalkInstance): string => {
  const words: Record<Replayed['outcome'], string> = {
    fixed: paint.green('FIXED'),
    failed: paint.red('FAILED'),
    'not-judged': paint.yellow('COULD NOT JUDGE'),
  };
  const lines = replayed.flatMap(({ outcome, breach, now }) => [
    `${words[outcome]}  ${breach.requirement}  the agent ${breach.title}`,
    `  was  ${breach.finding.code}: ${stripControls(breach.finding.message)}`,
    ...(now === undefined ? [] : [`  now  ${stripControls(now)}`]),
  ]);
  return `${[...lines, '', countsLine(replayed)].join('\n')}\n`;
};

const countsLine = (replayed: readonly Replayed[]): string => {
  const count = (outcome: Replayed['outcome']): number =>
    replayed.filter((each) => each.outcome === outcome).length;
  const breaches = plural(replayed.length, 'breach', 'breaches');
  return `${breaches} played again: ${count('fixed')} fixed, ${count('failed')} failed, ${count('not-judged')} could not be judged`;
};
