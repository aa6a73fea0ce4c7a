import type { Answer, Exchange, ExchangeSubject, Failure } from '../spec/exchange.ts';

/** What an exchange is found by, in the order of `keyNames`; null where there is none of it. */
export type RowKeys = readonly (string | number | null)[];

/** What exchanges are found by: a chunk has a column of codes for each, in this order. */
export const searchedKeys = [
  'id',
  'direction',
  'kind',
  'agent_id',
  'session_id',
  'player_id',
  'transaction_id',
  'request_id',
  'origin',
  'status',
] as const;

/** And what a text is looked for in besides. */
export const keyNames = [...searchedKeys, 'url', 'failure', 'failure_message'] as const;

/** The place of a key among them. */
export const keyAt = Object.fromEntries(keyNames.map((name, index) => [name, index])) as Readonly<
  Record<(typeof keyNames)[number], number>
>;

export const idOf = (keys: RowKeys | undefined): string => String(keys?.[keyAt.id]);

/** The keys of an exchange; what is undefined becomes null in JSON. */
export const keysOf = ({ id, direction, kind, subject, origin, request, answer }: Exchange) => {
  const isAnswered = answer.kind === 'answered';
  return [
    id,
    direction,
    kind,
    subject.agentId,
    subject.sessionId,
    subject.playerId,
    subject.transactionId,
    subject.requestId,
    origin,
    isAnswered ? answer.status : undefined,
    request.url,
    isAnswered ? undefined : answer.failure,
    isAnswered ? undefined : answer.message,
  ];
};

/** What an exchange has besides its keys and its bodies. */
type Rest = Pick<
  Exchange,
  | 'startedAt'
  | 'durationMs'
  | 'attempt'
  | 'dialect'
  | 'refusal'
  | 'fault'
  | 'explanation'
  | 'shiftMs'
> & {
  readonly method: string;
  readonly headers: Exchange['request']['headers'];
  readonly answerHeaders?: Exchange['request']['headers'];
};

export const restOf = (exchange: Exchange): Rest => ({
  method: exchange.request.method,
  headers: exchange.request.headers,
  answerHeaders: exchange.answer.kind === 'answered' ? exchange.answer.headers : undefined,
  startedAt: exchange.startedAt,
  durationMs: exchange.durationMs,
  attempt: exchange.attempt,
  dialect: exchange.dialect,
  refusal: exchange.refusal,
  fault: exchange.fault,
  explanation: exchange.explanation,
  shiftMs: exchange.shiftMs,
});

interface RowParts {
  readonly keys: RowKeys;
  readonly rest: Rest;
  readonly requestBody: Uint8Array;
  readonly answerBody: Uint8Array;
}

/** The exchange that they were taken from. */
export const exchangeOf = ({ keys, rest, requestBody, answerBody }: RowParts): Exchange => {
  const { method, headers, answerHeaders = {}, ...others } = rest;
  const named = namedKeys(keys);
  const { id, direction, kind, origin, url } = named;
  const answer: Answer =
    typeof named.status === 'number'
      ? { kind: 'answered', status: named.status, headers: answerHeaders, body: answerBody }
      : {
          kind: 'failed',
          failure: named.failure as Failure,
          message: String(named.failure_message ?? ''),
        };
  const exchange = {
    ...{ id, direction, kind, subject: subjectOf(named), answer },
    request: { method, url, headers, body: requestBody },
    ...others,
  };
  return (origin === null ? exchange : { ...exchange, origin }) as unknown as Exchange;
};

type NamedKeys = Readonly<Record<(typeof keyNames)[number], string | number | null>>;

const namedKeys = (keys: RowKeys): NamedKeys =>
  Object.fromEntries(keyNames.map((name, index) => [name, keys[index] ?? null])) as NamedKeys;

const subjectOf = (named: NamedKeys): ExchangeSubject => {
  const subject = {
    agentId: named.agent_id,
    sessionId: named.session_id,
    playerId: named.player_id,
    transactionId: named.transaction_id,
    requestId: named.request_id,
  };
  return Object.fromEntries(
    Object.entries(subject).filter(([, value]) => value !== null),
  ) as ExchangeSubject;
};
