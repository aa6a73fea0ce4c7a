import type { Finding } from '../../spec/finding.ts';
import type { Situation } from '../../spec/situation.ts';
import type { Discovery } from '../find.ts';
import { find } from '../find.ts';
import { lintAnswer } from '../lint-answer.ts';
import type { LiveRules } from './live-rules.ts';
import type { Reading } from './reading.ts';

/** The findings of a discovery, each charged to the situation's basic requirement. */
export const findLive = (
  { scratch }: LiveRules,
  { call }: Reading,
  discovery: Omit<Discovery, 'call'>,
): readonly Finding[] => find(scratch, { ...discovery, call });

/** What is wrong with the form of the answer, whatever the money. */
export const lintLive = (
  rules: LiveRules,
  reading: Reading,
  situation: Situation,
): readonly Finding[] => {
  const { call, answer, callback } = reading;
  // An error that says nothing clear may not even be the agent's own: a proxy answers for it.
  if (answer.kind === 'error' && (reading.word.kind !== 'refusal' || answer.error === undefined)) {
    return [];
  }
  return lintAnswer({ call, answer, currency: callback.currency }).flatMap((lint) =>
    findLive(rules, reading, { ...lint, situation }),
  );
};
