import type { Answer, Exchange, ExchangeSubject, Failure, Headers } from '../spec/exchange.ts';
import type { ExchangeExplanation } from '../spec/exchange-explanation.ts';
import type { RefusalCode } from '../spec/refusal.ts';
import type { Row } from './row.ts';

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
  }),
});
