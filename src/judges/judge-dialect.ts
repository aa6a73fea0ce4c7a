import type { AgentDialect } from '../spec/run.ts';
import { describeDialect } from './describe-dialect.ts';
import { possibleDialects } from './possible-dialects.ts';
import type { ProbeAnswer } from './probe-answer.ts';

/** What is told where a body was refused in every form, by the body's name. */
export type RefusalSentences = Readonly<Record<string, string>>;

/**
 * The dialect that the agent verifies, from its answers to probes; undefined where it accepted
 * none. Bodies that it accepted in no dialect are told as warnings.
 */
export const judgeDialect = (
  answers: readonly ProbeAnswer[],
  sentences: RefusalSentences,
): AgentDialect | undefined => {
  const [dialect] = possibleDialects(answers);
  const isAccepted = answers.some(({ said }) => said === 'accepted');
  if (dialect === undefined || !isAccepted) return undefined;
  const described = describeDialect(dialect, 'found');
  return { ...described, warnings: [...refusedBodies(answers, sentences), ...described.warnings] };
};

/** Bodies that were refused in every dialect they were signed in. */
const refusedBodies = (answers: readonly ProbeAnswer[], sentences: RefusalSentences): string[] =>
  Object.entries(sentences).flatMap(([body, sentence]) => {
    const asked = answers.filter((answer) => answer.body === body);
    const isRefused = asked.length > 0 && asked.every(({ said }) => said === 'refused');
    return isRefused ? [sentence] : [];
  });
