import type { AgentConfiguration } from '../formats/configuration.ts';
import { type Trimming, trimText } from '../signing/trim.ts';
import { verifyRequest } from '../signing/verify-request.ts';
import type { ExchangeExplanation } from '../spec/exchange.ts';
import type { Quirks } from '../spec/quirks.ts';
import { invalid, type RefusedAnswer, refused } from './answer.ts';
import { integerReason } from './check-fields.ts';
import type { PlatformState } from './platform-state.ts';
import { type ParsedBody, sentNumberIn } from './request-body.ts';

/** An agent that says who it is, and the token that proves it. */
export interface Claimed {
  readonly kind: 'claimed';
  readonly agent: AgentConfiguration;
  readonly token: string;
}

/** Section 5: agent_id, then the token of that agent. Nothing can be verified without them. */
export const identify = ({ agents }: PlatformState, parsed: ParsedBody): Claimed | RefusedAnswer => {
  const { agent_id: agentId } = parsed.value;
  if (agentId === undefined) return invalid({ field: 'agent_id', reason: 'missing' });
  // An agent_id that is no integer names nobody: the only field judged before the signature.
  if (integerReason(agentId) !== undefined) {
    const shown = typeof agentId === 'string' ? trimText(agentId) : agentId;
    const reason = integerReason(shown, sentNumberIn(parsed, 'agent_id')) ?? '';
    return invalid({ field: 'agent_id', reason });
  }
  const agent = agents.get(Number(agentId));
  if (agent === undefined) return refused('agent_not_found', `No agent has the id ${agentId}.`);
  const { id, token } = agent;
  return token === undefined
    ? refused('api_token_not_found', `Agent ${id} has no API token configured.`)
    : { kind: 'claimed', agent, token };
};

/** The dialect that a signature matched in, and how the strings were trimmed that it is of. */
interface Authenticated {
  readonly kind: 'authenticated';
  readonly dialect: string;
  readonly trimming: Trimming;
}

/** A request that did not prove who it is from, and why, where that was looked into before the answer. */
interface Unproven {
  readonly kind: 'unproven';
  readonly refusal: RefusedAnswer;
  readonly explanation: ExchangeExplanation | undefined;
}

/** Section 5: the signature of a request. `header`: X-Signature. */
export const authenticate = (
  { quirks, explainer }: PlatformState,
  { agent, token }: Claimed,
  { header, parsed, bytes }: { readonly header: string; readonly parsed: ParsedBody; readonly bytes: Buffer },
): Authenticated | Unproven => {
  const { text, value } = parsed;
  const verified = verifyRequest({ text, value, header, token, accept: quirks.accept });
  if (verified.kind === 'valid') {
    return { kind: 'authenticated', dialect: verified.dialect, trimming: verified.trimming ?? 'common' };
  }
  const isAsked = explainer?.when === 'in-answer';
  const explanation = isAsked ? explainer.explain(agent.id, bytes, header) : undefined;
  const message =
    explanation === undefined
      ? 'X-Signature does not match the body; `walletproof explain` names the likely mistake.'
      : `X-Signature does not match the body (${explanation.mistake}): ${explanation.sentence} ${explanation.remedy}`;
  return { kind: 'unproven', refusal: refused('invalid_signature', message), explanation };
};

/** Section 8: the largest difference between the current time and `timestamp`. */
const freshSeconds = 300;

/** Seconds reach this in the year 5138; a current time in milliseconds is above it. */
const earliestMilliseconds = 1e11;

/** Section 5: request_expired beyond 300 s. `timestamp` in Unix seconds, `now` in milliseconds. */
export const checkFreshness = (
  timestamp: number,
  now: number,
  future: Quirks['futureTimestamp'],
): RefusedAnswer | undefined => {
  const nowSeconds = Math.floor(now / 1000);
  const age = nowSeconds - timestamp;
  const isFromFuture = future === 'symmetric' && age < -freshSeconds;
  if (age <= freshSeconds && !isFromFuture) return undefined;
  const difference = age > 0 ? `${age} s in the past` : `${-age} s in the future`;
  return refused(
    'request_expired',
    timestamp >= earliestMilliseconds
      ? `timestamp ${timestamp} looks like milliseconds; send Unix time in seconds, now ${nowSeconds}.`
      : `timestamp ${timestamp} is ${difference}, more than ${freshSeconds} s; the platform's time is ${nowSeconds}.`,
  );
};
