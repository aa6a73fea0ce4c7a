import SqliteDatabase, { type Database, type Statement } from 'better-sqlite3';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import { type FileBounds, mostLogBytes, type PackedRow, type WrittenBatch } from './batch.ts';
import { type Columns, columnNames, exchangeOf } from './columns.ts';
import type { ExchangeQuery, JournalRow } from './journal.ts';
import { type KeptChanges, type KeptRow, startsKind } from './kept.ts';
import { keepLatest } from './memory-journal.ts';
import { type Opening, openDatabase, pageSize } from './open-database.ts';
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

  /** Opens its file: openDatabase says how. */
  static open(file: string, bounds: FileBounds, opening: Opening): JournalDatabase {
    return new JournalDatabase(openDatabase(file, bounds, opening), bounds, opening.floor);
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
