/** In the file's header: `wpjl`, a journal of ours and no other program's database. */
export const applicationId = 0x77_70_6a_6c;

/** Raised whenever the tables change. */
export const schemaVersion = 5;

/** By the place of the exchange: its random id would cost an index of its own. */
const judgements = `
  CREATE TABLE judgements (
    seq INTEGER PRIMARY KEY,
    verdict TEXT NOT NULL,
    judgement TEXT NOT NULL
  );
  CREATE INDEX judgements_by_verdict ON judgements (verdict);
`;

/** What a platform goes on with after a restart: a row a session, a demo, a pack, a game. */
const kept = `
  CREATE TABLE kept (
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    entry TEXT NOT NULL
  );
`;

/** What makes a journal of that version one of the next; older files stay readable. */
export const upgrades: Readonly<Record<number, string>> = {
  1: 'ALTER TABLE exchanges ADD COLUMN explanation TEXT',
  2: `ALTER TABLE exchanges ADD COLUMN origin TEXT;
    ALTER TABLE exchanges ADD COLUMN fault TEXT; ${judgements}`,
  3: kept,
  4: 'ALTER TABLE exchanges ADD COLUMN shift_ms REAL',
};

/**
 * Indexes are kept in chunks of 2,048 exchanges. Ids are random, and one large index of them costs
 * a page of its own for every id written: measured, 92 µs an exchange; in chunks, 13 µs.
 */
export const chunkBits = 11;
export const chunk = `seq >> ${chunkBits}`;
export const chunkOf = (seq: number): number => Math.floor(seq / 2 ** chunkBits);

/** `seq` has no gaps: rows are only added at its end and only removed at its beginning. */
export const schema = `
  CREATE TABLE exchanges (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    direction TEXT NOT NULL,
    kind TEXT NOT NULL,
    agent_id INTEGER,
    session_id TEXT,
    player_id TEXT,
    transaction_id TEXT,
    request_id TEXT,
    method TEXT NOT NULL,
    url TEXT NOT NULL,
    request_headers TEXT NOT NULL,
    request_body BLOB NOT NULL,
    status INTEGER,
    answer_headers TEXT,
    answer_body BLOB,
    answer_body_id INTEGER,
    failure TEXT,
    failure_message TEXT,
    started_at REAL NOT NULL,
    duration_ms REAL NOT NULL,
    attempt INTEGER,
    dialect TEXT,
    refusal TEXT,
    explanation TEXT,
    origin TEXT,
    fault TEXT,
    shift_ms REAL
  );
  CREATE INDEX exchanges_by_id ON exchanges (${chunk}, id);
  CREATE INDEX exchanges_by_session ON exchanges (${chunk}, session_id) WHERE session_id IS NOT NULL;
  CREATE INDEX exchanges_by_player ON exchanges (${chunk}, player_id) WHERE player_id IS NOT NULL;
  CREATE INDEX exchanges_by_transaction ON exchanges (${chunk}, transaction_id) WHERE transaction_id IS NOT NULL;
  CREATE INDEX exchanges_by_request ON exchanges (${chunk}, request_id) WHERE request_id IS NOT NULL;

  -- Large answers that many exchanges share, such as the game list; last_seq is their last use.
  CREATE TABLE bodies (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    body BLOB NOT NULL,
    last_seq INTEGER NOT NULL
  );
  CREATE INDEX bodies_by_last_use ON bodies (last_seq);
  ${judgements}
  ${kept}
`;
