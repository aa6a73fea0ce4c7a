import type { OperationDeviation } from '../faults/operation-deviation.ts';
import { trimText } from '../signing/trim-text.ts';
import type { ExchangeSubject } from '../spec/exchange.ts';
import type { ExchangeExplanation } from '../spec/exchange-explanation.ts';
import type { OperationFault } from '../spec/fault.ts';
import type { OperationName } from '../spec/operation.ts';
import { authenticate } from './authenticate.ts';
import { checkFields } from './check-fields.ts';
import { checkFreshness } from './check-freshness.ts';
import { findOperation, operationOf, unknownPath } from './find-operation.ts';
import { faultable } from './operations/faultable.ts';
import { freespinsDelete } from './operations/freespins-delete.ts';
import { freespinsGrant } from './operations/freespins-grant.ts';
import { getGameLink } from './operations/get-game-link.ts';
import { getGameLinkDemo } from './operations/get-game-link-demo.ts';
import { list } from './operations/list.ts';
import type { Perform, Performance } from './operations/performance.ts';
import type { ParsedBody } from './parse-body.ts';
import { parseBody } from './parse-body.ts';
import type { PlatformState } from './platform-state.ts';
import type { ReceivedRequest } from './received-request.ts';
import { refuseSignature } from './refuse-signature.ts';
import type { Refused } from './refused.ts';
import { refused } from './refused.ts';

/** What could be told about a request, however far it got; filled in on the way. */
export interface Known {
  operation: OperationName | 'other';
  readonly subject: { -readonly [K in keyof ExchangeSubject]: ExchangeSubject[K] };
  dialect: string | undefined;
  /** The fault that it is answered with. */
  fault: OperationFault | undefined;
  /** Why the signature was refused. */
  explanation: ExchangeExplanation | undefined;
}

const performs: Readonly<Record<OperationName, Perform>> = {
  get_game_link: faultable('get_game_link', getGameLink),
  get_game_link_demo: faultable('get_game_link_demo', getGameLinkDemo),
  list: faultable('list', list),
  freespins_grant: faultable('freespins_grant', freespinsGrant),
  freespins_delete: faultable('freespins_delete', freespinsDelete),
};

const checkMethod = (method: string): Refused | undefined =>
  method === 'POST'
    ? undefined
    : refused('method_not_allowed', `Every operation uses POST, not ${method}.`);

const checkSigned = (header: string): Refused | undefined =>
  header === ''
    ? refused('signature_required', 'The header X-Signature is missing or empty.')
    : undefined;

const checkTimestamp = (
  { clock, quirks }: PlatformState,
  timestamp: unknown,
): Refused | undefined =>
  // Any other timestamp has no age: checkFields says what is wrong with it.
  Number.isSafeInteger(timestamp)
    ? checkFreshness(timestamp as number, clock.now(), quirks.futureTimestamp)
    : undefined;

const noteSubject = ({ subject }: Known, { value }: ParsedBody): void => {
  const { agent_id: agentId, player_id: playerId } = value;
  if (typeof agentId === 'number' && Number.isSafeInteger(agentId)) subject.agentId = agentId;
  if (typeof playerId === 'string') subject.playerId = trimText(playerId);
};

/**
 * Checks a request in the order of the specification's errors (path, method, X-Signature present,
 * JSON, agent_id, token, signature, freshness, fields, then the game's) and performs it.
 */
export const answerOperation = (
  state: PlatformState,
  { method, path, headers, body }: ReceivedRequest,
  known: Known,
): Performance => {
  const operation = findOperation(path);
  if (operation === undefined) return unknownPath(path);
  known.operation = operation;

  const header = String(headers['x-signature'] ?? '');
  const early = checkMethod(method) ?? checkSigned(header);
  if (early !== undefined) return early;

  const parsed = parseBody(headers, body);
  if (parsed.kind === 'refused') return parsed;
  noteSubject(known, parsed);

  const authenticated = authenticate(state, header, parsed);
  if (authenticated.kind === 'refused') {
    const patient = { agentId: known.subject.agentId, body: body.bytes, header };
    const { refusal, explanation } = refuseSignature(authenticated, state, patient);
    known.explanation = explanation;
    return refusal;
  }
  known.dialect = authenticated.dialect;

  const { timestamp } = parsed.value;
  const expired = checkTimestamp(state, timestamp);
  if (expired !== undefined) return expired;

  const checked = checkFields(operationOf(operation).fields, parsed.value);
  if (checked.kind === 'refused') return checked;

  const performance = performs[operation](state, authenticated.agent, checked.fields);
  noteOutcome(known, performance);
  return performance;
};

const noteOutcome = (known: Known, performance: Performance): void => {
  if (performance.kind === 'content' && performance.sessionId !== undefined) {
    known.subject.sessionId = performance.sessionId;
  }
  if (performance.deviation !== undefined) known.fault = faultIn(performance.deviation);
};

const faultIn = ({ answer }: OperationDeviation): OperationFault =>
  answer.kind === 'right' ? 'delayed' : answer.kind;
