import { memberOf } from '../../../base/json.ts';
import { keyMacs, wrongMacs } from '../macs.ts';
import type { Attempt, SignatureSituation, Stage } from '../situation.ts';
import { orderNode, spellingsAsOrdered } from '../trees.ts';

/** The right strings, and the likeliest wrong ones, under other keys and by other algorithms. */
export const keysAndMacs: Stage = function* (situation) {
  const { token, otherTokens, formerTokens, readings } = situation;
  const macs = [
    ...keyMacs({ token, otherTokens, formerTokens, agentId: agentIdOf(situation) }),
    ...wrongMacs(readings, token),
  ];
  for (const { subject, mistake } of likelySubjects(situation)) {
    for (const mac of macs) yield { subject, mistake, mac };
  }
};

const agentIdOf = ({ sent }: SignatureSituation): string | undefined => {
  const agentId = memberOf(sent, 'agent_id');
  if (agentId?.kind === 'number') return agentId.text;
  return agentId?.kind === 'string' ? agentId.value : undefined;
};

/** Two mistakes at once are looked for only here: a key or algorithm, and one of these. */
function* likelySubjects({ accepted, text, tree, dialects }: SignatureSituation): Generator<Attempt> {
  for (const subject of accepted) yield { subject };
  const [asSent = text] = spellingsAsOrdered(orderNode(tree, 'none'), dialects);
  if (!accepted.includes(asSent)) yield { subject: asSent, mistake: 'not-sorted' };
  if (!accepted.includes(text) && asSent !== text) yield { subject: text, mistake: 'raw-body' };
}
