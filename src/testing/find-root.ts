import { isAboutSignature } from '../callbacks/error-answer.ts';
import { readAnswer } from '../callbacks/read-answer.ts';
import type { Call } from '../judges/call.ts';
import { firstAnswerOf, type Root } from '../runner/preflight.ts';
import { searchDialect } from '../runner/prepare-run.ts';
import type { RunContext } from '../runner/run-context.ts';
import { beforeJson, notJson, strangeAddress } from '../runner/strange-address.ts';

/**
 * Why a first getBalance came to nothing that the agent can be judged by, as the preflight of a run
 * tells it: the URL is another's, or the tokens differ. Undefined where the answer is to be judged.
 */
export const findRootOfFirst = async (context: RunContext, { exchange }: Call): Promise<Root | undefined> => {
  const answer = readAnswer(exchange.answer);
  const strange = strangeAddress(exchange);
  if (strange !== undefined) return strange;
  if (answer.kind === 'odd') {
    const isAgents = answer.problem !== 'not-json' || beforeJson(exchange.answer) !== undefined;
    return isAgents ? undefined : notJson(exchange);
  }
  if (answer.kind !== 'error' || !isAboutSignature(answer)) return undefined;
  const { root } = await searchDialect(context);
  return root ?? (await firstAnswerOf(context)).root;
};
