import type { Callback } from '../../spec/callback.ts';
import type { LiveRules } from './memory.ts';
import type { Outcome } from './outcomes-in.ts';
import { forcedOutcomesIn, outcomesIn } from './outcomes-in.ts';
import type { RefusedReading } from './reading.ts';
import type { World } from './world.ts';

/** What a right agent does when it refuses, in that world. */
export const refusalsIn = (
  rules: LiveRules,
  world: World,
  { callback, word, mayBeRefused }: RefusedReading,
): Outcome[] => {
  const outcomes = outcomesIn(rules, world, callback);
  const taken = outcomes.filter((each) => isTaken(each, word.answer.error));
  const [likeliest] = outcomes;
  if (taken.length > 0 || !mayBeRefused || likeliest === undefined) return taken;
  const answer = { kind: 'refusal', codes: [] } as const;
  const sentence = 'refused a right signature that is written in an unusual way';
  return [{ ...likeliest, standing: 'note', world, answer, sentence }];
};

/** transaction_not_found is only taken by name: any other error to that rollback is a refusal. */
const isTaken = ({ answer }: Outcome, error: string | undefined): boolean =>
  answer.kind === 'refusal' &&
  (!answer.codes.includes('transaction_not_found') || answer.codes.includes(error ?? ''));

/** The world in which the agent refused the call, whatever the balance. */
export const refusedIn = (rules: LiveRules, world: World, callback: Callback): World =>
  forcedOutcomesIn(rules, world, callback).find(({ answer }) => answer.kind === 'refusal')?.world ??
  world;
