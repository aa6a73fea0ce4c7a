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

/** What few exchanges have: written behind the others where there is any, so that most cost nothing. */
export const seldomKeys = ['game_round_id', 'run_id', 'scenario'] as const;

/** With what a text is looked for in besides. An older file ends before the last of them. */
export const keyNames = [...searchedKeys, ...(['url', 'failure', 'failure_message'] as const), ...seldomKeys] as const;

/** The place of a key among them. */
export const keyAt = Object.fromEntries(keyNames.map((name, index) => [name, index])) as Readonly<
  Record<(typeof keyNames)[number], number>
>;

export const idOf = (keys: RowKeys | undefined): string => String(keys?.[keyAt.id]);

/** The keys of an exchange; what is undefined becomes null in JSON. */
export const keysOf = (exchange: Exchange) => {
  const { id, direction, kind, subject, origin, run, request, answer } = exchange;
  const isAnswered = answer.kind === 'answered';
  const keys = [
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
  if (run !== undefined) keys.push(subject.gameRoundId, run.id, run.scenario);
  else if (subject.gameRoundId !== undefined) keys.push(subject.gameRoundId);
  return keys;
};

/** What an exchange has besides its keys and its bodies. */
type Rest = Pick<
  Exchange,
  'startedAt' | 'durationMs' | 'attempt' | 'dialect' | 'refusal' | 'fault' | 'explanation' | 'shiftMs'
> & {
  readonly method: string;
  readonly headers: Exchange['request']['headers'];
  readonly answerHeaders?: Exchange['request']['headers'];
  /** Of a run. */
  readonly line?: number;
  readonly label?: string;
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
  line: exchange.run?.line,
  label: exchange.run?.label,
});

interface RowParts {
  readonly keys: RowKeys;
  readonly rest: Rest;
  readonly requestBody: Uint8Array;
  readonly answerBody: Uint8Array;
}

/** The exchange that they were taken from. */
export const exchangeOf = ({ keys, rest, requestBody, answerBody }: RowParts): Exchange => {
  const { method, headers, answerHeaders = {}, line, label, ...others } = rest;
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
  return {
    ...exchange,
    ...(origin === null ? {} : { origin }),
    ...runOf(named, { line, label }),
  } as unknown as Exchange;
};

const runOf = ({ run_id: id, scenario }: NamedKeys, { line, label }: Pick<Rest, 'line' | 'label'>) =>
  id === null
    ? {}
    : {
        run: {
          ...{ id, scenario },
          ...(line === undefined ? {} : { line }),
          ...(label === undefined ? {} : { label }),
        },
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
    gameRoundId: named.game_round_id,
  };
  return Object.fromEntries(Object.entries(subject).filter(([, value]) => value !== null)) as ExchangeSubject;
};
