import type { IncomingHttpHeaders } from 'node:http';
import { edgesOf, type Trimming, trimText } from '../signing/trim.ts';
import type { Exchange, ExchangeSubject } from '../spec/exchange.ts';
import { listFilterFields, type OperationName, operationNames, operations } from '../spec/operation.ts';
import type { Quirks } from '../spec/quirks.ts';
import { type OperationResult, type RefusedAnswer, refused } from './answer.ts';
import { authenticate, type Claimed, checkFreshness, identify } from './authenticate.ts';
import { checkFields } from './check-fields.ts';
import { inOurNames, inWireNames, wireNamesOf } from './freespins-names.ts';
import { hostRefusal } from './host-check.ts';
import { fieldRules, performs } from './operations.ts';
import type { PlatformState } from './platform-state.ts';
import { type ParsedBody, parseBody, type ReceivedBody, sentNumberIn } from './request-body.ts';
import { unknownPath } from './strays.ts';

/** What is told about a request in its exchange, however far it got; filled in on the way. */
export type RequestFacts = { -readonly [Name in 'dialect' | 'fault' | 'explanation']?: Exchange[Name] } & {
  kind: OperationName | 'other';
  readonly subject: { -readonly [Name in keyof ExchangeSubject]: ExchangeSubject[Name] };
};

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
  const operation = operationByPath.get(path);
  if (operation === undefined) return withoutUpgrade(unknownPath(path), headers);
  facts.kind = operation;

  if (method !== 'POST') {
    return withoutUpgrade(refused('method_not_allowed', `Every operation uses POST, not ${method}.`), headers);
  }
  const header = String(headers['x-signature'] ?? '');
  if (header === '') {
    return withoutUpgrade(refused('signature_required', 'The header X-Signature is missing or empty.'), headers);
  }

  const parsed = parseBody(headers, body, state.quirks);
  if (parsed.kind === 'refused') return parsed;
  noteSubject(facts, parsed, state.quirks);

  const claimed = identify(state, parsed);
  if (claimed.kind === 'refused') return claimed;
  const request = { operation, header, parsed, claimed, bytes: body.bytes };
  const checked = checkRequest(state, request, facts);
  const names = wireNamesOf(operation, state.quirks);
  if (checked.kind === 'refused') return inWireNames(checked, names);

  const result = performs[operation](state, claimed.agent, checked.fields);
  if (result.kind === 'content' && result.sessionId !== undefined) facts.subject.sessionId = result.sessionId;
  const fault = result.deviation?.answer.kind;
  if (fault !== undefined) facts.fault = fault === 'right' ? 'delayed' : fault;
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
  const signed = authenticate(state, request.claimed, request);
  if (signed.kind === 'unproven') {
    facts.explanation = signed.explanation;
    return signed.refusal;
  }
  facts.dialect = signed.dialect;
  const refusal = checkTimestamp(state, request.parsed.value['timestamp']);
  if (refusal !== undefined) return refusal;
  if (signed.trimming === 'common') return early ?? readFields(state, request);
  // What was signed is what is used.
  noteSubject(facts, request.parsed, quirks, signed.trimming);
  return readFields(state, request, signed.trimming);
};

/** The fields of the operation, strings trimmed as they were signed. */
const readFields = (
  state: PlatformState,
  { operation, parsed, claimed }: ClaimedRequest,
  trimming: Trimming = 'common',
): Checked => {
  const { quirks } = state;
  const rules = fieldRules[operation];
  const names = wireNamesOf(operation, quirks);
  // Every other field is let be.
  const filters = operation === 'list' && quirks.listFilters === 'apply' ? listFilterFields : [];
  return checkFields([...operations[operation].fields, ...filters], inOurNames(parsed.value, names), {
    trimming,
    sentNumber: (field) => sentNumberIn(parsed, names?.request[field] ?? field),
    rules: rules && ((fields) => rules(state, claimed.agent, fields)),
  });
};

const checkTimestamp = ({ clock, quirks }: PlatformState, timestamp: unknown): RefusedAnswer | undefined =>
  // Any other timestamp has no age: checkFields says what is wrong with it.
  Number.isSafeInteger(timestamp)
    ? checkFreshness(timestamp as number, clock.now(), quirks.futureTimestamp)
    : undefined;

const noteSubject = (
  { kind, subject }: RequestFacts,
  { value }: ParsedBody,
  quirks: Quirks,
  trimming: Trimming = 'common',
): void => {
  const body = inOurNames(value, wireNamesOf(kind, quirks));
  const { agent_id: agentId, player_id: playerId } = body;
  if (typeof agentId === 'number' && Number.isSafeInteger(agentId)) subject.agentId = agentId;
  if (typeof playerId === 'string') subject.playerId = trimText(playerId, edgesOf[trimming]);
};

/** Exactly these paths: a trailing slash or another case is another path. */
const operationByPath: ReadonlyMap<string, OperationName> = new Map(
  operationNames.map((name) => [operations[name].path, name]),
);

/** A refusal that says besides that nobody is there to talk with, where that was asked for. */
const withoutUpgrade = (refusal: RefusedAnswer, { upgrade }: IncomingHttpHeaders): RefusedAnswer =>
  /websocket/i.test(upgrade ?? '')
    ? { ...refusal, message: `${refusal.message} WebSocket is not supported.` }
    : refusal;
