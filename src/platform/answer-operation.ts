import type { IncomingHttpHeaders } from 'node:http';
import type { OperationDeviation } from '../faults/deviation.ts';
import { trimText } from '../signing/trim.ts';
import type { ExchangeExplanation, ExchangeSubject } from '../spec/exchange.ts';
import type { OperationFault } from '../spec/fault.ts';
import type { Operation, OperationName } from '../spec/operation.ts';
import { operationNames, operations } from '../spec/operation.ts';
import { authenticate, checkFreshness, refuseSignature } from './authenticate.ts';
import { checkFields } from './check-fields.ts';
import { freespinsDelete, freespinsGrant } from './freespins-operations.ts';
import { getGameLink, getGameLinkDemo, list } from './game-operations.ts';
import type { OperationResult, Perform } from './operation-steps.ts';
import { faultable } from './operation-steps.ts';
import type { PlatformState } from './platform-state.ts';
import type { RefusedAnswer } from './refused.ts';
import { refused } from './refused.ts';
import type { ParsedBody, ReceivedBody } from './request-body.ts';
import { parseBody } from './request-body.ts';

/** What could be told about a request, however far it got; filled in on the way. */
export interface RequestFacts {
  operation: OperationName | 'other';
  readonly subject: { -readonly [K in keyof ExchangeSubject]: ExchangeSubject[K] };
  dialect: string | undefined;
  /** The fault that it is answered with. */
  fault: OperationFault | undefined;
  /** Why the signature was refused. */
  explanation: ExchangeExplanation | undefined;
}

/** A request as far as HTTP goes; `path` without the query. */
interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: ReceivedBody;
}

/**
 * Checks a request in the order of the specification's errors (path, method, X-Signature present,
 * JSON, agent_id, token, signature, freshness, fields, then the game's) and performs it.
 */
export const answerOperation = (
  state: PlatformState,
  { method, path, headers, body }: ReceivedRequest,
  facts: RequestFacts,
): OperationResult => {
  const operation = findOperation(path);
  if (operation === undefined) return unknownPath(path);
  facts.operation = operation;

  const header = String(headers['x-signature'] ?? '');
  const early = checkMethod(method) ?? checkSigned(header);
  if (early !== undefined) return early;

  const parsed = parseBody(headers, body);
  if (parsed.kind === 'refused') return parsed;
  noteSubject(facts, parsed);

  const authenticated = authenticate(state, header, parsed);
  if (authenticated.kind === 'refused') {
    const refusedRequest = { agentId: facts.subject.agentId, body: body.bytes, header };
    const { refusal, explanation } = refuseSignature(authenticated, state, refusedRequest);
    facts.explanation = explanation;
    return refusal;
  }
  facts.dialect = authenticated.dialect;

  const { timestamp } = parsed.value;
  const expired = checkTimestamp(state, timestamp);
  if (expired !== undefined) return expired;

  const checked = checkFields(operationOf(operation).fields, parsed.value);
  if (checked.kind === 'refused') return checked;

  const result = performs[operation](state, authenticated.agent, checked.fields);
  noteOutcome(facts, result);
  return result;
};

const performs: Readonly<Record<OperationName, Perform>> = {
  get_game_link: faultable('get_game_link', getGameLink),
  get_game_link_demo: faultable('get_game_link_demo', getGameLinkDemo),
  list: faultable('list', list),
  freespins_grant: faultable('freespins_grant', freespinsGrant),
  freespins_delete: faultable('freespins_delete', freespinsDelete),
};

const checkMethod = (method: string): RefusedAnswer | undefined =>
  method === 'POST'
    ? undefined
    : refused('method_not_allowed', `Every operation uses POST, not ${method}.`);

const checkSigned = (header: string): RefusedAnswer | undefined =>
  header === ''
    ? refused('signature_required', 'The header X-Signature is missing or empty.')
    : undefined;

const checkTimestamp = (
  { clock, quirks }: PlatformState,
  timestamp: unknown,
): RefusedAnswer | undefined =>
  // Any other timestamp has no age: checkFields says what is wrong with it.
  Number.isSafeInteger(timestamp)
    ? checkFreshness(timestamp as number, clock.now(), quirks.futureTimestamp)
    : undefined;

const noteSubject = ({ subject }: RequestFacts, { value }: ParsedBody): void => {
  const { agent_id: agentId, player_id: playerId } = value;
  if (typeof agentId === 'number' && Number.isSafeInteger(agentId)) subject.agentId = agentId;
  if (typeof playerId === 'string') subject.playerId = trimText(playerId);
};

const noteOutcome = (facts: RequestFacts, result: OperationResult): void => {
  if (result.kind === 'content' && result.sessionId !== undefined) {
    facts.subject.sessionId = result.sessionId;
  }
  if (result.deviation !== undefined) facts.fault = faultIn(result.deviation);
};

const faultIn = ({ answer }: OperationDeviation): OperationFault =>
  answer.kind === 'right' ? 'delayed' : answer.kind;

const nameByPath: ReadonlyMap<string, OperationName> = new Map(
  operationNames.map((name) => [operations[name].path, name]),
);

const longestPath = 120;

/** The operation at exactly this path; a trailing slash or another case is another path. */
const findOperation = (path: string): OperationName | undefined => nameByPath.get(path);

/** The fields and path of an operation. */
const operationOf = (name: OperationName): Operation => operations[name];

/** not_found, with the path that was probably meant. */
const unknownPath = (path: string): RefusedAnswer => {
  const tidy = path
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
  const hint = nameByPath.has(tidy)
    ? `use ${tidy}`
    : `the operations are ${[...nameByPath.keys()].join(', ')}`;
  return refused('not_found', `No operation at ${path.slice(0, longestPath)}: ${hint}.`);
};
