import type { Database } from 'better-sqlite3';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Answer, Exchange, ExchangeExplanation, ExchangeSubject, Failure, Headers } from '../spec/exchange.ts';
import type { RefusalCode } from '../spec/refusal.ts';
import { createChunkIndex } from './chunk-index.ts';
import { createRange } from './create-range.ts';
import { createWriter } from './create-writer.ts';
import { createPacking } from './pack-batch.ts';
import { createUnpacking } from './unpack-batch.ts';

/** So many rows are one block, and brought over at once. */
const mostAtOnce = 100;

/**
 * Brings the rows of a journal of version 5, which had a row an exchange, into blocks, each at its
 * place. What is brought over is removed with the same commit: a process that ends meanwhile is
 * followed by one that goes on.
 */
export const carryRows = (database: Database): void => {
  if (!hasEarlierRows(database)) return;
  const select = database.prepare<[number], JudgedRow>(`
    SELECT earlier_exchanges.*, bodies.body AS shared_body, earlier_judgements.judgement
    FROM earlier_exchanges
    LEFT JOIN bodies ON bodies.id = earlier_exchanges.answer_body_id
    LEFT JOIN earlier_judgements ON earlier_judgements.seq = earlier_exchanges.seq
    ORDER BY earlier_exchanges.seq LIMIT ?`);
  const remove = database.prepare<[number]>('DELETE FROM earlier_exchanges WHERE seq <= ?');
  const write = createCarrying(database);
  const step = database.transaction((): boolean => {
    // Another process may have done it meanwhile.
    const rows = hasEarlierRows(database) ? select.all(mostAtOnce) : [];
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) {
      database.exec('DROP TABLE IF EXISTS earlier_exchanges; DROP TABLE IF EXISTS earlier_judgements');
      return false;
    }
    write(first.seq, rows);
    remove.run(last.seq);
    return true;
  });
  while (step.immediate());
};

const hasEarlierRows = (database: Database): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'earlier_exchanges'").get() !== undefined;

/** Writes rows as the journal would. */
const createCarrying = (database: Database) => {
  const index = createChunkIndex(database);
  const range = createRange(database, 0);
  const isEmpty = (): boolean => range().last === 0;
  const options = {
    ...{ index, seqOf: () => undefined, written: new Set<string>() },
    ...{ maxExchanges: Number.POSITIVE_INFINITY, mostPages: Number.POSITIVE_INFINITY },
  };
  let write: ReturnType<typeof createWriter> | undefined;
  return (first: number, rows: readonly JudgedRow[]): void => {
    // The first block begins where the journal did.
    if (isEmpty() || write === undefined) {
      write = createWriter(database, { ...options, floor: first - 1 });
    }
    const [pack, unpack] = [createPacking(), createUnpacking()];
    const judgements = rows.flatMap(({ judgement }) =>
      judgement === null ? [] : [JSON.parse(judgement) as ExchangeJudgement],
    );
    write(unpack(pack({ exchanges: rows.map(readRow), judgements })));
  };
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
    gameRoundId: roundIn(row.request_body),
  });

/** A row had no column for it. */
const roundIn = (body: Uint8Array): string | null =>
  /"game_round_id":\s*"([^"\\]+)"/.exec(Buffer.from(body).toString('utf8'))?.[1] ?? null;

const headersOf = (text: string | null): Headers => JSON.parse(text ?? '{}') as Headers;

/** A row, and the body or the end of it that is stored once for many. */
type StoredRow = Row & { readonly shared_body: Uint8Array | null };

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
        body: row.answer_body ?? new Uint8Array(),
        ...(row.shared_body === null ? {} : { sharedTail: row.shared_body }),
      };

const explanationOf = ({ explanation }: StoredRow): ExchangeExplanation | null =>
  explanation === null ? null : (JSON.parse(explanation) as ExchangeExplanation);

type JudgedRow = StoredRow & { readonly seq: number; readonly judgement: string | null };

/** The exchange that a row was written from. */
const readRow = (row: StoredRow): Exchange => ({
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
