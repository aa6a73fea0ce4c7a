import type { AgentConfiguration } from '../formats/configuration.ts';
import { type Trimming, trimText } from '../signing/trim.ts';
import { verifyRequest } from '../signing/verify-request.ts';
import type { ExchangeExplanation } from '../spec/exchange.ts';
import type { Quirks } from '../spec/quirks.ts';
import { integerReason } from './check-fields.ts';
import type { RefusedRequest } from './explain-refusal.ts';
import type { PlatformState } from './platform-state.ts';
import { invalid, type RefusedAnswer, refused } from './refused.ts';
import { type ParsedBody, sentNumberIn } from './request-body.ts';

/** An agent that says who it is, and the token that proves it. */
export interface Claimed {
  readonly kind: 'claimed';
  readonly agent: AgentConfiguration;
  readonly token: string;
}

/** Section 5: agent_id, then the token of that agent. Nothing can be verified without them. */
export const identify = (state: PlatformState, parsed: ParsedBody): Claimed | RefusedAnswer => {
  const agent = findAgent(state, parsed);
  if ('kind' in agent) return agent;
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

/** Section 5: the signature of a request. `header`: X-Signature. */
export const authenticate = (
  { quirks }: PlatformState,
  { token }: Claimed,
  { header, parsed }: { readonly header: string; readonly parsed: ParsedBody },
): Authenticated | RefusedAnswer => {
  const { text, value } = parsed;
  const verified = verifyRequest({ text, value, header, token, accept: quirks.accept });
  return verified.kind === 'valid'
    ? { kind: 'authenticated', dialect: verified.dialect, trimming: verified.trimming ?? 'common' }
    : refused(
        'invalid_signature',
        'X-Signature does not match the body; `walletproof explain` names the likely mistake.',
      );
};

/** An agent_id that is no integer names nobody: the only field judged before the signature. */
const findAgent = ({ agents }: PlatformState, parsed: ParsedBody): AgentConfiguration | RefusedAnswer => {
  const { agent_id: agentId } = parsed.value;
  const reason = agentIdReason(agentId, parsed);
  if (reason !== undefined) return invalid({ field: 'agent_id', reason });
  return agents.get(agentId as number) ?? refused('agent_not_found', `No agent has the id ${agentId}.`);
};

const agentIdReason = (agentId: unknown, parsed: ParsedBody): string | undefined => {
  if (agentId === undefined) return 'missing';
  if (integerReason(agentId) === undefined) return undefined;
  const shown = typeof agentId === 'string' ? trimText(agentId) : agentId;
  return integerReason(shown, sentNumberIn(parsed, 'agent_id'));
};

/** A refusal, and why, where that was looked into before the answer. */
interface ExplainedRefusal {
  readonly refusal: RefusedAnswer;
  readonly explanation: ExchangeExplanation | undefined;
}

/** The refusal of a request that did not prove who it is from; with the mistake in its message where asked. */
export const refuseSignature = (
  refusal: RefusedAnswer,
  { explainer }: PlatformState,
  request: RefusedRequest,
): ExplainedRefusal => {
  const isAsked = refusal.code === 'invalid_signature' && explainer?.when === 'in-answer';
  const explanation = isAsked ? explainer.explain(request) : undefined;
  if (explanation === undefined) return { refusal, explanation };
  const { mistake, sentence, remedy } = explanation;
  const message = `X-Signature does not match the body (${mistake}): ${sentence} ${remedy}`;
  return { refusal: { ...refusal, message }, explanation };
};

/** Section 5: request_expired beyond 300 s. `timestamp` in Unix seconds, `now` in milliseconds. */
export const checkFreshness = (
  timestamp: number,
  now: number,
  future: Quirks['futureTimestamp'],
): RefusedAnswer | undefined => {
  const nowSeconds = Math.floor(now / 1000);
  const age = nowSeconds - timestamp;
  const limit = future === 'symmetric' ? -freshSeconds : Number.NEGATIVE_INFINITY;
  if (age <= freshSeconds && age >= limit) return undefined;
  if (timestamp >= earliestMilliseconds) {
    return refused(
      'request_expired',
      `timestamp ${timestamp} looks like milliseconds; send Unix time in seconds, now ${nowSeconds}.`,
    );
  }
  return refused(
    'request_expired',
    `timestamp ${timestamp} is ${differenceOf(age)}, more than ${freshSeconds} s; the platform's time is ${nowSeconds}.`,
  );
};

/** Section 8: the largest difference between the current time and `timestamp`. */
const freshSeconds = 300;

/** Seconds reach this in the year 5138; a current time in milliseconds is above it. */
const earliestMilliseconds = 1e11;

const differenceOf = (age: number): string => (age > 0 ? `${age} s in the past` : `${-age} s in the future`);
