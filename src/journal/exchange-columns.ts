import type {
  Answer,
  Exchange,
  ExchangeExplanation,
  ExchangeSubject,
  Failure,
  Headers,
} from '../spec/exchange.ts';
import type { RefusalCode } from '../spec/refusal.ts';

/** The columns that a row is written to, in the order of its values. */
export const columns = [
  'seq',
  'answer_body',
  'answer_body_id',
  'id',
  'direction',
  'kind',
  'agent_id',
  'session_id',
  'player_id',
  'transaction_id',
  'request_id',
  'method',
  'url',
  'request_headers',
  'request_body',
  'started_at',
  'duration_ms',
  'attempt',
  'dialect',
  'refusal',
  'status',
  'answer_headers',
  'failure',
  'failure_message',
  'explanation',
  'origin',
  'fault',
  'shift_ms',
] as const;

/** Where a row goes, and what of its answer's body it holds itself. */
export interface RowPlace {
  readonly seq: number;
  readonly body: Uint8Array | null;
  /** The body, or the end of it, that is stored once for many rows. */
  readonly bodyId: number | null;
}

export type SqlValue = string | number | Uint8Array | null;

const answerValues = (answer: Answer): SqlValue[] =>
  answer.kind === 'answered'
    ? [answer.status, JSON.stringify(answer.headers), null, null]
    : [null, null, answer.failure, answer.message];

const subjectValues = (subject: ExchangeSubject): SqlValue[] => [
  subject.agentId ?? null,
  subject.sessionId ?? null,
  subject.playerId ?? null,
  subject.transactionId ?? null,
  subject.requestId ?? null,
];

/** The values of an exchange's row, in the order of `columns`. */
export const writeRow = (exchange: Exchange, { seq, body, bodyId }: RowPlace): SqlValue[] => {
  const { subject, request } = exchange;
  return [
    seq,
    body,
    bodyId,
    exchange.id,
    exchange.direction,
    exchange.kind,
    ...subjectValues(subject),
    request.method,
    request.url,
    JSON.stringify(request.headers),
    request.body,
    exchange.startedAt,
    exchange.durationMs,
    exchange.attempt ?? null,
    exchange.dialect ?? null,
    exchange.refusal ?? null,
    ...answerValues(exchange.answer),
    exchange.explanation === undefined ? null : JSON.stringify(exchange.explanation),
    exchange.origin ?? null,
    exchange.fault ?? null,
    exchange.shiftMs ?? null,
  ];
};

type Present<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

/** The fields that have a value: SQL says null where the contract leaves a field out. */
const present = <T extends object>(fields: T): Present<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Present<T>;

const subjectOf = (row: Row): ExchangeSubject =>
  present({
    agentId: row.agent_id,
    sessionId: row.session_id,
    playerId: row.player_id,
    transactionId: row.transaction_id,
    requestId: row.request_id,
  });

const headersOf = (text: string | null): Headers => JSON.parse(text ?? '{}') as Headers;

/** A row, and the body or the end of it that is stored once for many. */
export type StoredRow = Row & { readonly shared_body: Uint8Array | null };

const bodyOf = ({ answer_body, shared_body }: StoredRow): Uint8Array => {
  if (answer_body === null) return shared_body ?? new Uint8Array();
  return shared_body === null ? answer_body : Buffer.concat([answer_body, shared_body]);
};

const answerOf = (row: StoredRow): Answer =>
  row.status === null
    ? {
        kind: 'failed',
        failure: row.failure as Failure,
        message: row.failure_message ?? '',
      }
    : {
        kind: 'answered',
        status: row.status,
        headers: headersOf(row.answer_headers),
        body: bodyOf(row),
      };

const explanationOf = ({ explanation }: StoredRow): ExchangeExplanation | null =>
  explanation === null ? null : (JSON.parse(explanation) as ExchangeExplanation);

/** The exchange that a row was written from. */
export const readRow = (row: StoredRow): Exchange => ({
  id: row.id,
  direction: row.direction as Exchange['direction'],
  kind: row.kind as Exchange['kind'],
  subject: subjectOf(row),
  request: {
    method: row.method,
    url: row.url,
    headers: headersOf(row.request_headers),
    body: row.request_body,
  },
  answer: answerOf(row),
  startedAt: row.started_at,
  durationMs: row.duration_ms,
  ...present({
    origin: row.origin as Exchange['origin'] | null,
    attempt: row.attempt,
    dialect: row.dialect,
    refusal: row.refusal as RefusalCode | null,
    fault: row.fault as Exchange['fault'] | null,
    explanation: explanationOf(row),
    shiftMs: row.shift_ms,
  }),
});

/** A row of `exchanges`, as schema.ts lists its columns; `answer_body` is already looked up. */
interface Row {
  readonly id: string;
  readonly direction: string;
  readonly kind: string;
  readonly agent_id: number | null;
  readonly session_id: string | null;
  readonly player_id: string | null;
  readonly transaction_id: string | null;
  readonly request_id: string | null;
  readonly method: string;
  readonly url: string;
  readonly request_headers: string;
  readonly request_body: Uint8Array;
  readonly status: number | null;
  readonly answer_headers: string | null;
  readonly answer_body: Uint8Array | null;
  readonly failure: string | null;
  readonly failure_message: string | null;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly attempt: number | null;
  readonly dialect: string | null;
  readonly refusal: string | null;
  /** As JSON. */
  readonly explanation: string | null;
  readonly origin: string | null;
  readonly fault: string | null;
  readonly shift_ms: number | null;
}
