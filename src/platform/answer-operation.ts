import type { IncomingHttpHeaders } from 'node:http';
import { edgesOf, type Trimming, trimText } from '../signing/trim.ts';
import type { ExchangeExplanation, ExchangeSubject } from '../spec/exchange.ts';
import type { OperationFault } from '../spec/fault.ts';
import {
  listFilterFields,
  type Operation,
  type OperationName,
  operationNames,
  operations,
  type RequestField,
} from '../spec/operation.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { OperationDeviation } from '../wire/faults.ts';
import { authenticate, type Claimed, checkFreshness, identify, refuseSignature } from './authenticate.ts';
import { checkFields } from './check-fields.ts';
import { inOurNames, inWireNames, wireNamesOf } from './freespins-names.ts';
import { freespinsDelete, freespinsGrant, grantRules } from './freespins-operations.ts';
import { getGameLink, getGameLinkDemo, list } from './game-operations.ts';
import { hostRefusal } from './host-check.ts';
import { type FieldRules, faultable, type OperationResult, type Perform } from './operation-steps.ts';
import type { PlatformState } from './platform-state.ts';
import { type RefusedAnswer, refused } from './refused.ts';
import { type ParsedBody, parseBody, type ReceivedBody, sentNumberIn } from './request-body.ts';
import { unknownPath } from './unknown-path.ts';

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
 * Checks a request and performs it. First host, path, method, X-Signature present, JSON, agent_id and
 * token, since the signature needs a key; then, as the setting `checkOrder` says, signature,
 * freshness, fields (`signature-first`) or fields, signature, freshness (`fields-first`); then what
 * the operation asks of its game.
 */
export const answerOperation = (
  state: PlatformState,
  { method, path, headers, body }: ReceivedRequest,
  facts: RequestFacts,
): OperationResult => {
  if (!state.allowsHost(headers.host)) return refused('host_not_allowed', hostRefusal(headers.host));
  const operation = findOperation(path);
  if (operation === undefined) return withoutUpgrade(unknownPath(path), headers);
  facts.operation = operation;

  const header = String(headers['x-signature'] ?? '');
  const early = checkMethod(method) ?? checkSigned(header);
  if (early !== undefined) return withoutUpgrade(early, headers);

  const parsed = parseBody(headers, body, state.quirks);
  if (parsed.kind === 'refused') return parsed;
  noteSubject(facts, parsed, state);

  const claimed = identify(state, parsed);
  if (claimed.kind === 'refused') return claimed;
  const request = { operation, header, parsed, claimed, bytes: body.bytes };
  const checked = checkRequest(state, request, facts);
  const names = wireNamesOf(operation, state.quirks);
  if (checked.kind === 'refused') return inWireNames(checked, names);

  const result = performs[operation](state, claimed.agent, checked.fields);
  noteOutcome(facts, result);
  return inWireNames(result, names);
};

/** A request of an agent that is known. */
interface ClaimedRequest {
  readonly operation: OperationName;
  /** X-Signature. */
  readonly header: string;
  readonly parsed: ParsedBody;
  readonly bytes: Buffer;
  readonly claimed: Claimed;
}

type Checked = ReturnType<typeof checkFields>;

/** Section 5 shows no order of these checks. Freshness is of a timestamp that was signed, either way. */
const checkRequest = (state: PlatformState, request: ClaimedRequest, facts: RequestFacts): Checked => {
  const { quirks } = state;
  const early = quirks.checkOrder === 'fields-first' ? readFields(state, request) : undefined;
  if (early?.kind === 'refused') return early;
  const signed = checkSignature(state, request, facts);
  if (signed.kind === 'refused') return signed;
  const refusal = checkTimestamp(state, request.parsed.value['timestamp']);
  if (refusal !== undefined) return refusal;
  if (signed.trimming === 'common') return early ?? readFields(state, request);
  // What was signed is what is used.
  noteSubject(facts, request.parsed, { quirks, trimming: signed.trimming });
  return readFields(state, request, signed.trimming);
};

const checkSignature = (
  state: PlatformState,
  { claimed, header, parsed, bytes }: ClaimedRequest,
  facts: RequestFacts,
): ReturnType<typeof authenticate> => {
  const authenticated = authenticate(state, claimed, { header, parsed });
  if (authenticated.kind === 'authenticated') {
    facts.dialect = authenticated.dialect;
    return authenticated;
  }
  const refusedRequest = { agentId: claimed.agent.id, body: bytes, header };
  const { refusal, explanation } = refuseSignature(authenticated, state, refusedRequest);
  facts.explanation = explanation;
  return refusal;
};

/** The fields of the operation, strings trimmed as they were signed. */
const readFields = (
  state: PlatformState,
  { operation, parsed, claimed }: ClaimedRequest,
  trimming: Trimming = 'common',
): Checked => {
  const rules = rulesOf[operation];
  const names = wireNamesOf(operation, state.quirks);
  return checkFields(fieldsOf(operation, state.quirks), inOurNames(parsed.value, names), {
    trimming,
    sentNumber: (field) => sentNumberIn(parsed, names?.request[field] ?? field),
    ...(rules === undefined ? {} : { rules: (fields) => rules(state, claimed.agent, fields) }),
  });
};

/** What fields have to keep to besides their types. */
const rulesOf: Readonly<Partial<Record<OperationName, FieldRules>>> = {
  freespins_grant: grantRules,
};

const performs: Readonly<Record<OperationName, Perform>> = {
  get_game_link: faultable('get_game_link', getGameLink),
  get_game_link_demo: faultable('get_game_link_demo', getGameLinkDemo),
  list: faultable('list', list),
  freespins_grant: faultable('freespins_grant', freespinsGrant),
  freespins_delete: faultable('freespins_delete', freespinsDelete),
};

const checkMethod = (method: string): RefusedAnswer | undefined =>
  method === 'POST' ? undefined : refused('method_not_allowed', `Every operation uses POST, not ${method}.`);

const checkSigned = (header: string): RefusedAnswer | undefined =>
  header === '' ? refused('signature_required', 'The header X-Signature is missing or empty.') : undefined;

const checkTimestamp = ({ clock, quirks }: PlatformState, timestamp: unknown): RefusedAnswer | undefined =>
  // Any other timestamp has no age: checkFields says what is wrong with it.
  Number.isSafeInteger(timestamp)
    ? checkFreshness(timestamp as number, clock.now(), quirks.futureTimestamp)
    : undefined;

const noteSubject = (
  { subject, operation }: RequestFacts,
  { value }: ParsedBody,
  { quirks, trimming = 'common' }: { readonly quirks: Quirks; readonly trimming?: Trimming },
): void => {
  const body = inOurNames(value, wireNamesOf(operation, quirks));
  const { agent_id: agentId, player_id: playerId } = body;
  if (typeof agentId === 'number' && Number.isSafeInteger(agentId)) subject.agentId = agentId;
  if (typeof playerId === 'string') subject.playerId = trimText(playerId, edgesOf[trimming]);
};

const noteOutcome = (facts: RequestFacts, result: OperationResult): void => {
  if (result.kind === 'content' && result.sessionId !== undefined) {
    facts.subject.sessionId = result.sessionId;
  }
  if (result.deviation !== undefined) facts.fault = faultIn(result.deviation);
};

const faultIn = ({ answer }: OperationDeviation): OperationFault => (answer.kind === 'right' ? 'delayed' : answer.kind);

const nameByPath: ReadonlyMap<string, OperationName> = new Map(
  operationNames.map((name) => [operations[name].path, name]),
);

/** The operation at exactly this path; a trailing slash or another case is another path. */
const findOperation = (path: string): OperationName | undefined => nameByPath.get(path);

const filteringList: readonly RequestField[] = [...operations.list.fields, ...listFilterFields];

/** The fields of an operation that are read; every other one is let be. */
const fieldsOf = (name: OperationName, { listFilters }: Quirks): readonly RequestField[] =>
  name === 'list' && listFilters === 'apply' ? filteringList : operationOf(name).fields;

/** The fields and path of an operation. */
const operationOf = (name: OperationName): Operation => operations[name];

/** A refusal that says besides that nobody is there to talk with, where that was asked for. */
const withoutUpgrade = (refusal: RefusedAnswer, { upgrade }: IncomingHttpHeaders): RefusedAnswer =>
  /websocket/i.test(upgrade ?? '')
    ? { ...refusal, message: `${refusal.message} WebSocket is not supported.` }
    : refusal;
