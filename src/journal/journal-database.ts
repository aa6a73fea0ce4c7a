import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase, { type Database, type Statement } from 'better-sqlite3';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { type FileBounds, mostLogBytes, type PackedRow, type WrittenBatch } from './batch.ts';
import { type Columns, columnNames, exchangeOf } from './columns.ts';
import { applicationId, identifyFile, schemaVersion } from './identify-file.ts';
import type { ExchangeQuery, JournalRow } from './journal.ts';
import { type KeptChanges, type KeptRow, startsKind } from './kept.ts';
import { keepLatest } from './memory-journal.ts';
import {
  bytesOfLook,
  equalColumns,
  hasText,
  isBackwards,
  type Look,
  type LookOrder,
  leftOf,
  type Range,
  rangeOf,
  rowsOfLook,
  searchedColumns,
  wantedText,
} from './search.ts';
import { causeText, isDamage } from './sqlite-errors.ts';

/** What SQLite makes pages of. */
const pageSize = 4096;

/** Columns that exchanges are looked for by; most exchanges have none of the last ones. */
const indexed = [
  ...['id', 'session_id', 'player_id', 'transaction_id', 'request_id', 'kind', 'direction', 'agent_id'],
  ...['is_run', 'status', 'status / 100', 'began'],
  ...['verdict', 'game_round_id', 'run_id', 'scenario', 'origin'],
];

const seldom = new Set(['verdict', 'game_round_id', 'run_id', 'scenario', 'origin']);

/** Numbers come as floating point: of a status as that `/ 100` would be no class. */
const typed = (name: string): string => (['status', 'agent_id', 'is_run'].includes(name) ? `${name} INTEGER` : name);

/** `seq` has no gaps: rows are only added at its end and only removed at its beginning. */
export const schema = `
  CREATE TABLE exchanges (seq INTEGER PRIMARY KEY, ${columnNames.map(typed).join(', ')}, verdict TEXT);
  ${indexed
    .map(
      (column, index) =>
        `CREATE INDEX exchanges_${index} ON exchanges (${column})${seldom.has(column) ? ` WHERE ${column} NOT NULL` : ''};`,
    )
    .join('\n')}
  CREATE TABLE contents (seq INTEGER PRIMARY KEY, rest TEXT NOT NULL, request BLOB NOT NULL, answer BLOB NOT NULL);
  CREATE TABLE judgements (seq INTEGER PRIMARY KEY, judgement TEXT NOT NULL);
  -- Which requirements the findings of a judgement name.
  CREATE TABLE named (requirement TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (requirement, seq)) WITHOUT ROWID;
  CREATE INDEX named_by_seq ON named (seq);
  CREATE TABLE kept (
    place INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, UNIQUE (kind, key)
  );
`;

const placed = ['exchanges', 'contents', 'judgements', 'named'];

/** How many of the oldest go at once. */
const largestPruning = 500;

/** The tables of a journal in a file. */
export class JournalDatabase {
  readonly #database: Database;
  readonly #bounds: FileBounds;
  /** The place behind which it begins. */
  readonly #floor: number;
  /** Those whose text is the same each time. */
  readonly #statements = new Map<string, Statement>();
  #early = new Map<string, ExchangeJudgement>();

  private constructor(database: Database, bounds: FileBounds, floor = 0) {
    this.#database = database;
    this.#bounds = bounds;
    this.#floor = floor;
  }

  /**
   * Opens it, created with its folders where there is none. What is ours and cannot be used, since it is damaged or of
   * another version, is moved aside, and told. Throws a WalletproofError where the file cannot be used.
   */
  static open(file: string, bounds: FileBounds, { damage, floor, ...aside }: Opening): JournalDatabase {
    const begun = (): JournalDatabase => new JournalDatabase(connect(file, bounds), bounds, floor);
    try {
      if (damage !== undefined) moveAside(file, { ...aside, label: 'damaged', why: `is damaged (${damage})` });
      makeFolder(dirname(file));
      const state = usable(file);
      if (state === 'other-version') moveAside(file, { ...aside, label: state, why: 'is of another version' });
      try {
        return begun();
      } catch (error) {
        if (state !== 'journal' || !isDamage(error)) throw error;
        moveAside(file, { ...aside, label: 'damaged', why: `is damaged (${causeText(error)})` });
        return begun();
      }
    } catch (error) {
      throw explained(error, file);
    }
  }

  /** Opens it beside the process that writes it: nothing in it is changed. Throws what SQLite says. */
  static read(file: string): JournalDatabase {
    const unbounded = { maxExchanges: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };
    return new JournalDatabase(new SqliteDatabase(file, { readonly: true, timeout: 1_000 }), unbounded);
  }

  close(): void {
    this.#database.close();
  }

  /** Everything that is kept, the oldest key first. */
  kept(): readonly KeptRow[] {
    return this.#database.prepare<[], KeptRow>('SELECT kind, key, value FROM kept ORDER BY place').all();
  }

  /** Keeps what changed, in the transaction of its caller. */
  keep({ cleared, changes }: KeptChanges): void {
    if (cleared) this.#run('DELETE FROM kept WHERE kind <> ?', startsKind);
    for (const [kind, key, ...values] of changes) {
      if (values.length === 0) this.#run('DELETE FROM kept WHERE kind = ? AND key = ?', kind, key);
      else this.#run(upsertKept, kind, key, JSON.stringify(values[0]));
    }
  }

  range = (): Range => {
    const ends = this.#get<Ends>(
      'SELECT (SELECT min(seq) FROM exchanges) AS first, (SELECT max(seq) FROM exchanges) AS last',
    );
    return { first: ends?.first ?? this.#floor + 1, last: ends?.last ?? this.#floor };
  };

  /** The place of the latest exchange of that id. */
  seqOf = (id: string): number | undefined => this.#number('SELECT max(seq) FROM exchanges WHERE id = ?', id);

  endOf = (seq: number): number | undefined => this.#number('SELECT ended FROM exchanges WHERE seq = ?', seq);

  row(seq: number | undefined): JournalRow | undefined {
    const found = seq === undefined ? undefined : this.#get<StoredRow>(selectRow, seq);
    if (seq === undefined || found === undefined) return undefined;
    const row = { seq, exchange: exchangeOf(found, found) };
    return found.judgement === null ? row : { ...row, judgement: JSON.parse(found.judgement) as ExchangeJudgement };
  }

  look(order: LookOrder): Look {
    const { query, what, left = rangeOf(this, query) } = order;
    if (!(left.first <= left.last)) return { rows: [], count: 0, left, read: 0 };
    const seen = wantedText(query) === undefined ? this.#find(query, what, left) : this.#findText(query, what, left);
    const rows: JournalRow[] = [];
    for (const seq of seen.seqs) {
      const row = this.row(seq);
      if (row !== undefined) rows.push(row);
    }
    return { rows, count: seen.count, left: seen.left, read: seen.read };
  }

  /** Writes a batch in one transaction, and removes the oldest beyond the bounds. Throws what SQLite says. */
  write(batch: WrittenBatch): void {
    const early = new Map(this.#early);
    try {
      this.#database.transaction(() => this.#write(batch)).immediate();
    } catch (error) {
      this.#early = early;
      throw error;
    }
  }

  #write({ rows: packed, bodies, judgements, kept }: WrittenBatch): void {
    if (kept !== undefined) this.keep(JSON.parse(kept) as KeptChanges);
    const rows = JSON.parse(packed) as PackedRow[];
    if (rows.length > 0) this.#makeRoom(2 * packed.length + bodies.length);
    let { first, last } = this.range();
    let at = 0;
    for (const [columns, rest, [request, answer]] of rows) {
      last += 1;
      this.#run(insertExchange, last, ...columns);
      const [from, between, to] = [at, at + request, at + request + answer];
      const bytes = [bodies.subarray(from, between), bodies.subarray(between, to)];
      this.#run('INSERT INTO contents VALUES (?, ?, ?, ?)', last, JSON.stringify(rest), ...bytes);
      at = to;
      const judgement = this.#early.get(String(columns[0]));
      if (judgement !== undefined) this.#judge(last, judgement);
      this.#early.delete(String(columns[0]));
    }
    for (const judgement of JSON.parse(judgements) as ExchangeJudgement[]) {
      const seq = this.seqOf(judgement.exchangeId);
      if (seq === undefined) keepLatest(this.#early, judgement);
      else this.#judge(seq, judgement);
    }
    const { maxExchanges } = this.#bounds;
    first = Math.min(last - maxExchanges, first + largestPruning);
    if (rows.length > 0) this.#removeUpTo(first);
  }

  #judge(seq: number, judgement: ExchangeJudgement): void {
    this.#run('UPDATE exchanges SET verdict = ? WHERE seq = ?', judgement.verdict, seq);
    this.#run('INSERT OR REPLACE INTO judgements VALUES (?, ?)', seq, JSON.stringify(judgement));
    this.#run('DELETE FROM named WHERE seq = ?', seq);
    for (const { requirement } of judgement.findings)
      this.#run('INSERT OR IGNORE INTO named VALUES (?, ?)', requirement, seq);
  }

  /** The oldest go before the newest come, so that the file does not grow first. The newest stays: the next place is counted from it. */
  #makeRoom(comingBytes: number): void {
    const mostPages = Math.floor((this.#bounds.maxBytes - 3 * mostLogBytes(this.#bounds)) / pageSize);
    const coming = Math.ceil(comingBytes / pageSize);
    const pages = (name: string): number => Number(this.#database.pragma(name, { simple: true }));
    for (let count = 0; count < 40 && pages('page_count') - pages('freelist_count') + coming > mostPages; count += 1) {
      const { first, last } = this.range();
      if (last <= first) return;
      const few = Math.min(Math.ceil((last - first + 1) / 16), largestPruning);
      this.#removeUpTo(Math.min(last - 1, first - 1 + few));
    }
  }

  #removeUpTo(seq: number): void {
    for (const table of placed) this.#run(`DELETE FROM ${table} WHERE seq <= ?`, seq);
  }

  /** Rows by their columns alone: SQLite finds, counts and passes over. */
  #find(query: ExchangeQuery, what: LookOrder['what'], left: Range): Found {
    const { limit, offset = 0, from, to } = query;
    const backwards = isBackwards(query);
    const nothing = leftOf(left, backwards ? left.first : left.last, backwards);
    // Places have no gaps: where any row will do, nothing needs to be counted.
    const isAny = conditionsOf(query).length === 0 && from === undefined && to === undefined;
    if (what === 'count') {
      const count = isAny ? left.last - left.first + 1 : this.#count(query, left);
      return { seqs: [], count, left: nothing, read: 0 };
    }
    if (isAny && offset > 0) {
      const passed = backwards ? left.last - offset + 1 : left.first + offset - 1;
      const found: Found = this.#find({ ...query, offset: 0 }, what, leftOf(left, passed, backwards));
      return { ...found, count: offset + found.count };
    }
    const { where, values } = this.#where(query, left, 'by-place');
    const most = Math.min(limit, rowsOfLook);
    const seqs = this.#database
      .prepare<unknown[], number>(
        `SELECT seq FROM exchanges WHERE ${where} ORDER BY seq ${backwards ? 'DESC' : ''} LIMIT ? OFFSET ?`,
      )
      .pluck()
      .all(...values, most, offset);
    const within = this.#withinBytes(seqs);
    const end = within.at(-1);
    const isAll = within.length === seqs.length && seqs.length < most;
    const rest = isAll || end === undefined ? nothing : leftOf(left, end, backwards);
    return { seqs: within, count: offset + within.length, left: rest, read: 0 };
  }

  #count(query: ExchangeQuery, left: Range): number {
    const { where, values } = this.#where(query, left, 'by-time');
    const select = this.#database.prepare<unknown[], number>(`SELECT count(*) FROM exchanges WHERE ${where}`);
    return select.pluck().get(...values) ?? 0;
  }

  /** Of these places so many that their bodies can be given at once. */
  #withinBytes(seqs: readonly number[]): readonly number[] {
    let bytes = 0;
    const end = seqs.findIndex((seq) => {
      bytes += this.#number('SELECT length(request) + length(answer) FROM contents WHERE seq = ?', seq) ?? 0;
      return bytes > bytesOfLook;
    });
    return end === -1 ? seqs : seqs.slice(0, Math.max(1, end));
  }

  /** Rows that have a text: as many are read as a look may read. */
  #findText(query: ExchangeQuery, what: LookOrder['what'], left: Range): Found {
    const wanted = wantedText(query) ?? '';
    const backwards = isBackwards(query);
    const { where, values } = this.#where(query, left, 'by-place');
    const texts = searchedColumns.length;
    const rows = this.#database
      .prepare<unknown[], [number, ...unknown[]]>(
        `SELECT seq, ${searchedColumns.join(', ')}, request, answer FROM exchanges JOIN contents USING (seq)
         WHERE ${where} ORDER BY seq ${backwards ? 'DESC' : ''}`,
      )
      .raw()
      .iterate(...values);
    const { limit, offset = 0 } = query;
    const seqs: number[] = [];
    let [count, read, bytes] = [0, 0, 0];
    for (const [seq, ...row] of rows) {
      const bodies = row.slice(texts) as Uint8Array[];
      read += 1;
      bytes += bodies.reduce((sum, { length }) => sum + length, 0);
      if (hasText(wanted, row.slice(0, texts), bodies)) {
        count += 1;
        if (what === 'rows' && count > offset) seqs.push(seq);
      }
      const isEnough = read >= rowsOfLook || bytes >= bytesOfLook || (what === 'rows' && seqs.length >= limit);
      if (isEnough) return { seqs, count, left: leftOf(left, seq, backwards), read };
    }
    return { seqs, count, left: leftOf(left, backwards ? left.first : left.last, backwards), read };
  }

  /** What a row must be, and between which places it is; `by-time`: in whatever order they are found. */
  #where(query: ExchangeQuery, left: Range, order: 'by-place' | 'by-time') {
    const { from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER } = query;
    const isTimed = query.from !== undefined || query.to !== undefined;
    const conditions = this.#rarestFirst(conditionsOf(query));
    // The index of the first condition is used, and no other.
    const time: Condition = [
      order === 'by-time' && conditions.length === 0 ? 'began BETWEEN ? AND ?' : '+began BETWEEN ? AND ?',
      ...[from, to],
    ];
    const all: readonly Condition[] = [
      ...conditions.map(([sql, ...values], index): Condition => [index === 0 ? sql : `+${sql}`, ...values]),
      ...(isTimed ? [time] : []),
      ['seq BETWEEN ? AND ?', left.first, left.last],
    ];
    return { where: all.map(([sql]) => sql).join(' AND '), values: all.flatMap(([, ...values]) => values) };
  }

  /** Conditions, the first of which the fewest rows meet. */
  #rarestFirst(conditions: readonly Condition[]): readonly Condition[] {
    if (conditions.length < 2) return conditions;
    const counted = conditions.map(([sql, ...values]) => ({
      condition: [sql, ...values] as const,
      count: this.#number(`SELECT count(*) FROM (SELECT 1 FROM exchanges WHERE ${sql} LIMIT 2000)`, ...values) ?? 0,
    }));
    return counted.toSorted((one, other) => one.count - other.count).map(({ condition }) => condition);
  }

  #get<T>(sql: string, ...values: readonly unknown[]): T | undefined {
    return this.#statement(sql).get(...values) as T | undefined;
  }

  #run(sql: string, ...values: readonly unknown[]): void {
    this.#statement(sql).run(...values);
  }

  #number(sql: string, ...values: readonly unknown[]): number | undefined {
    return this.#get<{ readonly value: number | null }>(`SELECT (${sql}) AS value`, ...values)?.value ?? undefined;
  }

  #statement(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** The places of what a look has found. */
interface Found extends Omit<Look, 'rows'> {
  readonly seqs: readonly number[];
}

interface Ends {
  readonly first: number | null;
  readonly last: number | null;
}

interface StoredRow extends Columns {
  readonly rest: string;
  readonly request: Uint8Array;
  readonly answer: Uint8Array;
  readonly judgement: string | null;
}

const selectRow = `SELECT * FROM exchanges JOIN contents USING (seq) LEFT JOIN judgements USING (seq) WHERE seq = ?`;

const insertExchange = `INSERT INTO exchanges (seq, ${columnNames.join(', ')}) VALUES (?${', ?'.repeat(columnNames.length)})`;

/** A key stays at the place that it had first. */
const upsertKept = `INSERT INTO kept (kind, key, value) VALUES (?, ?, ?)
  ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value`;

/** SQL, and what stands for its question marks. */
type Condition = readonly [sql: string, ...values: (string | number)[]];

const conditionsOf = (query: ExchangeQuery): readonly Condition[] => {
  const { status, verdict, requirement } = query;
  const equal = Object.entries(equalColumns).flatMap(([field, column]): Condition[] => {
    const value = query[field as keyof typeof equalColumns];
    return value === undefined ? [] : [[`${column} = ?`, value]];
  });
  return [
    ...equal,
    ...(status === undefined ? [] : [ofStatus(status)]),
    ...(verdict === undefined ? [] : [['verdict = ?', verdict] as const]),
    ...(requirement === undefined ? [] : [[ofRequirement, requirement] as const]),
    ...(query.notOrigin === undefined ? [] : [['is_run = 0'] as const]),
  ];
};

const ofRequirement = 'seq IN (SELECT seq FROM named WHERE requirement = ?)';

const ofStatus = (status: NonNullable<ExchangeQuery['status']>): Condition => {
  if (status === 'none') return ['status IS NULL'];
  return typeof status === 'number' ? ['status = ?', status] : ['(status / 100) = ?', Number(status[0])];
};

const otherFile = 'Name another file with --journal, or remove this one.';

const usable = (file: string): 'free' | 'journal' | 'other-version' => {
  const found = identifyFile(file);
  if (found.kind === 'free') return 'free';
  if (found.kind === 'journal') return found.version === schemaVersion ? 'journal' : 'other-version';
  const what = found.kind === 'foreign' ? 'is a database of another program, not a journal.' : 'is not a journal.';
  throw new WalletproofError('configuration', `${file} ${what}`, otherFile);
};

/** Node's own way to create folders within folders never ends where nobody may create one, as in /proc. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been quicker.
    if (!existsSync(folder)) throw error;
  }
};

/** Another process writes for a few milliseconds at a time; reads do not wait for longer. */
const busyTimeoutMs = 50;
/** While it is opened nobody else is held up. */
const openingTimeoutMs = 1_000;

const connect = (file: string, bounds: FileBounds): Database => {
  const database = new SqliteDatabase(file, { timeout: openingTimeoutMs });
  try {
    create(database);
    if (Number(database.pragma('application_id', { simple: true })) !== applicationId) usable(file);
    examine(database);
    const pages = Math.max(1, Math.floor(mostLogBytes(bounds) / pageSize));
    database.pragma(`wal_autocheckpoint = ${pages}`);
    database.pragma(`journal_size_limit = ${pages * pageSize}`);
    // NORMAL: a killed process loses nothing that was committed; only a power cut can.
    database.pragma('synchronous = NORMAL');
    database.pragma(`busy_timeout = ${busyTimeoutMs}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

const create = (database: Database): void => {
  const isEmpty = (): boolean => database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (!isEmpty()) return;
  database.pragma(`page_size = ${pageSize}`);
  database.pragma('journal_mode = WAL');
  const createOnce = database.transaction(() => {
    // Another process may have created it a moment before.
    if (!isEmpty()) return;
    database.exec(schema);
    database.pragma(`application_id = ${applicationId}`);
    database.pragma(`user_version = ${schemaVersion}`);
  });
  createOnce.immediate();
  // The file itself says from now on what it is, whatever becomes of its log.
  database.pragma('wal_checkpoint(PASSIVE)');
};

/** Throws where a table or a column is missing, or an end of it cannot be read; the rest takes seconds. */
const examine = (database: Database): void => {
  for (const order of ['ASC', 'DESC']) {
    database.prepare(`SELECT ${columnNames.join(', ')}, verdict FROM exchanges ORDER BY seq ${order} LIMIT 1`).get();
    database.prepare(`SELECT rest, request, answer FROM contents ORDER BY seq ${order} LIMIT 1`).get();
    database.prepare(`SELECT judgement FROM judgements ORDER BY seq ${order} LIMIT 1`).get();
    database.prepare(`SELECT requirement, seq FROM named ORDER BY seq ${order} LIMIT 1`).get();
  }
  for (const _ of database.prepare('SELECT place, kind, key, value FROM kept').iterate());
};

/** Told what is moved aside, and when. */
interface Opening {
  readonly tell: (error: WalletproofError) => void;
  /** Unix milliseconds, for the name of a file that is moved aside. */
  readonly nowMs: number;
  /** The file was found damaged while it was in use: why. */
  readonly damage?: string;
  /** The place behind which a new file begins. */
  readonly floor?: number;
}

/** Moves a file of ours away with what SQLite keeps beside it. */
const moveAside = (
  file: string,
  { label, why, nowMs, tell }: Pick<Opening, 'tell' | 'nowMs'> & { readonly label: string; readonly why: string },
): void => {
  const stamp = new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-');
  const name = freeName(`${file}.${label}-${stamp}`);
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, name + suffix);
  }
  const message = `The journal ${file} ${why}. It is now ${name}, and a new one was begun.`;
  tell(
    new WalletproofError('environment', message, 'Remove that file where nobody needs it, or read it with sqlite3.'),
  );
};

const freeName = (wanted: string, count = 1): string => {
  const name = count === 1 ? wanted : `${wanted}-${count}`;
  return existsSync(name) ? freeName(wanted, count + 1) : name;
};

const explained = (error: unknown, file: string): WalletproofError => {
  if (error instanceof WalletproofError) return error;
  if (isDamage(error)) {
    const sentence = `${file} is damaged or not a journal: ${causeText(error)}.`;
    return new WalletproofError('configuration', sentence, otherFile, { cause: error });
  }
  return new WalletproofError(
    'environment',
    `The journal ${file} cannot be opened: ${causeText(error)}.`,
    'Check that the folder can be written to and that no other program locks the file, or name another with --journal.',
    { cause: error },
  );
};
