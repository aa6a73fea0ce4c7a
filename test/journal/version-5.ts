import SqliteDatabase from 'better-sqlite3';
import { applicationId } from '../../src/journal/schema.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { judgementOf } from './sample-exchanges.ts';

/** A journal as walletproof 0.4.0 wrote it: a row an exchange, its places from `from` on, each judged right. */
export const writeVersion5 = (file: string, exchanges: readonly Exchange[], from = 1): void => {
  const database = new SqliteDatabase(file);
  database.pragma('journal_mode = WAL');
  database.exec(version5);
  database.pragma(`application_id = ${applicationId}`);
  database.pragma('user_version = 5');
  const insert = database.prepare(
    `INSERT INTO exchanges (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const share = database.prepare(
    `INSERT INTO bodies (hash, body, last_seq) VALUES (?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET last_seq = excluded.last_seq RETURNING id`,
  );
  const judge = database.prepare('INSERT INTO judgements VALUES (?, ?, ?)');
  const sharedId = (tail: Uint8Array | undefined, seq: number): unknown =>
    tail === undefined ? null : share.pluck().get(tail, tail, seq);
  const writeAll = database.transaction(() => {
    for (const [index, exchange] of exchanges.entries()) {
      const seq = from + index;
      const { answer } = exchange;
      const tail = answer.kind === 'answered' ? answer.sharedTail : undefined;
      insert.run(seq, ...valuesOf(exchange), sharedId(tail, seq));
      judge.run(seq, 'right', JSON.stringify(judgementOf(exchange.id, 'right')));
    }
  });
  writeAll();
  database.close();
};

const columns = [
  ...['seq', 'id', 'direction', 'kind', 'agent_id', 'session_id', 'player_id', 'transaction_id'],
  ...['request_id', 'method', 'url', 'request_headers', 'request_body', 'status'],
  ...['answer_headers', 'answer_body', 'failure', 'failure_message', 'started_at', 'duration_ms'],
  ...['origin', 'attempt', 'dialect', 'refusal', 'fault', 'explanation', 'shift_ms'],
  'answer_body_id',
];

const valuesOf = ({ subject, request, answer, ...exchange }: Exchange): unknown[] => {
  const { sessionId, playerId, transactionId, requestId } = subject;
  const { origin, attempt, dialect, refusal, fault, explanation, shiftMs } = exchange;
  const said =
    answer.kind === 'answered'
      ? [answer.status, JSON.stringify(answer.headers), answer.body, null, null]
      : [null, null, null, answer.failure, answer.message];
  return [
    ...[exchange.id, exchange.direction, exchange.kind, subject.agentId],
    ...[sessionId, playerId, transactionId, requestId, request.method, request.url],
    ...[JSON.stringify(request.headers), request.body, ...said],
    ...[exchange.startedAt, exchange.durationMs, origin, attempt, dialect, refusal, fault],
    ...[explanation && JSON.stringify(explanation), shiftMs],
  ].map((value) => value ?? null);
};

const chunk = 'seq >> 11';

const version5 = `
  CREATE TABLE exchanges (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL, direction TEXT NOT NULL, kind TEXT NOT NULL,
    agent_id INTEGER, session_id TEXT, player_id TEXT, transaction_id TEXT, request_id TEXT,
    method TEXT NOT NULL, url TEXT NOT NULL, request_headers TEXT NOT NULL,
    request_body BLOB NOT NULL, status INTEGER, answer_headers TEXT, answer_body BLOB,
    answer_body_id INTEGER, failure TEXT, failure_message TEXT, started_at REAL NOT NULL,
    duration_ms REAL NOT NULL, attempt INTEGER, dialect TEXT, refusal TEXT, explanation TEXT,
    origin TEXT, fault TEXT, shift_ms REAL
  );
  CREATE INDEX exchanges_by_id ON exchanges (${chunk}, id);
  CREATE INDEX exchanges_by_session ON exchanges (${chunk}, session_id) WHERE session_id IS NOT NULL;
  CREATE INDEX exchanges_by_player ON exchanges (${chunk}, player_id) WHERE player_id IS NOT NULL;
  CREATE INDEX exchanges_by_transaction ON exchanges (${chunk}, transaction_id) WHERE transaction_id IS NOT NULL;
  CREATE INDEX exchanges_by_request ON exchanges (${chunk}, request_id) WHERE request_id IS NOT NULL;
  CREATE TABLE bodies (
    id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, body BLOB NOT NULL, last_seq INTEGER NOT NULL
  );
  CREATE INDEX bodies_by_last_use ON bodies (last_seq);
  CREATE TABLE judgements (seq INTEGER PRIMARY KEY, verdict TEXT NOT NULL, judgement TEXT NOT NULL);
  CREATE INDEX judgements_by_verdict ON judgements (verdict);
  CREATE TABLE kept (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, entry TEXT NOT NULL);
`;
