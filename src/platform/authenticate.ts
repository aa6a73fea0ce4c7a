import { verifyRequest } from '../signing/verify-request.ts';
import type { AgentConfiguration } from '../spec/configuration.ts';
import { integerReason } from './check-fields.ts';
import type { ParsedBody } from './parse-body.ts';
import type { PlatformState } from './platform-state.ts';
import type { Refused } from './refused.ts';
import { invalid, refused } from './refused.ts';

/** The agent that signed a request, and the dialect that its signature matched in. */
export interface Authenticated {
  readonly kind: 'authenticated';
  readonly agent: AgentConfiguration;
  readonly dialect: string;
}

/** An agent_id that is no integer names nobody: the only field judged before the signature. */
const findAgent = ({ agents }: PlatformState, agentId: unknown): AgentConfiguration | Refused => {
  const reason = agentId === undefined ? 'missing' : integerReason(agentId);
  if (reason !== undefined) return invalid({ field: 'agent_id', reason });
  return (
    agents.get(agentId as number) ?? refused('agent_not_found', `No agent has the id ${agentId}.`)
  );
};

/** Section 5: agent_id, token, signature, in this order. `header`: X-Signature. */
export const authenticate = (
  state: PlatformState,
  header: string,
  { text, value }: ParsedBody,
): Authenticated | Refused => {
  const { agent_id: agentId } = value;
  const agent = findAgent(state, agentId);
  if ('kind' in agent) return agent;
  const { id, token } = agent;
  if (token === undefined) {
    return refused('api_token_not_found', `Agent ${id} has no API token configured.`);
  }
  const verified = verifyRequest({ text, value, header, token, accept: state.quirks.dialect });
  return verified.kind === 'valid'
    ? { kind: 'authenticated', agent, dialect: verified.dialect }
    : refused(
        'invalid_signature',
        'X-Signature does not match the body; `walletproof explain` names the likely mistake.',
      );
};
