import type { Answer, Exchange, ExchangeSubject } from '../spec/exchange.ts';

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
  ];
};
