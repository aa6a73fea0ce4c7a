import { keyNames } from './row-text.ts';

/** In the file's header: `wpjl`, a journal of ours and no other program's database. */
export const applicationId = 0x77_70_6a_6c;

/** Raised whenever the tables change. */
export const schemaVersion = 6;

/** What a platform goes on with after a restart: a row a session, a demo, a pack, a game. */
const kept = `
  CREATE TABLE kept (
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    entry TEXT NOT NULL
  );
`;

const blocks = `
  -- A batch of exchanges a row: a statement for each of them would cost more than all else.
  CREATE TABLE blocks (
    -- The place of its first exchange; the others follow without gaps.
    first INTEGER PRIMARY KEY,
    count INTEGER NOT NULL,
    -- JSON, an array an exchange.
    keys TEXT NOT NULL,
    -- Of each two sizes (32 bits), then the bodies of requests and answers.
    bytes BLOB NOT NULL,
    -- JSON: the body, or the end of it, that is stored once for many; null: none has one.
    shared TEXT,
    -- JSON, a line an exchange: the judgements that came with them; null: none did.
    judgements TEXT,
    -- JSON, a line an exchange.
    rest TEXT NOT NULL
  );

  -- The last exchange that was removed: what is left of its block is not there any more.
  CREATE TABLE pruned (seq INTEGER NOT NULL);
  INSERT INTO pruned VALUES (0);

  -- What chunks of exchanges are found by; chunk-index.ts reads it.
  CREATE TABLE chunk_columns (
    place INTEGER PRIMARY KEY,
    codes BLOB NOT NULL
  );
  -- And what says at once that a chunk has none: chunk-filter.ts.
  CREATE TABLE chunk_filters (
    place INTEGER PRIMARY KEY,
    bits BLOB NOT NULL
  );

  -- Judgements that came later than the block of their exchange: they replace what is there.
  CREATE TABLE judgements (
    seq INTEGER PRIMARY KEY,
    verdict TEXT NOT NULL,
    judgement TEXT NOT NULL
  );
  CREATE INDEX judgements_by_verdict ON judgements (verdict);

  -- For whoever looks into the file with sqlite3.
  CREATE VIEW exchanges AS
    SELECT blocks.first + row.key AS seq,
      ${keyNames.map((name, index) => `row.value ->> ${index} AS ${name}`).join(', ')}
    FROM blocks, json_each(blocks.keys) AS row
    WHERE blocks.first + row.key > (SELECT pruned.seq FROM pruned);
`;

/** What makes a journal of that version one of the next; older files stay readable. */
export const upgrades: Readonly<Record<number, string>> = {
  1: 'ALTER TABLE exchanges ADD COLUMN explanation TEXT',
  2: `ALTER TABLE exchanges ADD COLUMN origin TEXT;
    ALTER TABLE exchanges ADD COLUMN fault TEXT;
    CREATE TABLE judgements (seq INTEGER PRIMARY KEY, verdict TEXT NOT NULL, judgement TEXT NOT NULL);
    CREATE INDEX judgements_by_verdict ON judgements (verdict);`,
  3: kept,
  4: 'ALTER TABLE exchanges ADD COLUMN shift_ms REAL',
  // Its rows are brought over afterwards, some at a time: carry-rows.ts.
  5: `DROP INDEX IF EXISTS exchanges_by_id;
    DROP INDEX IF EXISTS exchanges_by_session;
    DROP INDEX IF EXISTS exchanges_by_player;
    DROP INDEX IF EXISTS exchanges_by_transaction;
    DROP INDEX IF EXISTS exchanges_by_request;
    DROP INDEX IF EXISTS judgements_by_verdict;
    ALTER TABLE exchanges RENAME TO earlier_exchanges;
    ALTER TABLE judgements RENAME TO earlier_judgements;
    ${blocks}`,
};

/** `seq` has no gaps: rows are only added at its end and only removed at its beginning. */
export const schema = `
  ${blocks}

  -- Large answers that many exchanges share, such as the game list; last_seq is their last use.
  CREATE TABLE bodies (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    body BLOB NOT NULL,
    last_seq INTEGER NOT NULL
  );
  CREATE INDEX bodies_by_last_use ON bodies (last_seq);
  ${kept}
`;
