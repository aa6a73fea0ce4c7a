import { existsSync, rmSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { createChunkIndex } from './chunk-index.ts';
import { createFinder } from './create-finder.ts';
import { createWriter } from './create-writer.ts';
import { carryKept, readKept, salvageKept } from './kept-rows.ts';
import type { KeptRow, OpenedKept } from './kept-table.ts';
import { moveAside, salvage } from './move-aside.ts';
import { DamagedJournal, openDatabase } from './open-database.ts';
import { keyAt } from './row-text.ts';
import type { Range, Searched } from './search-in-slices.ts';
import { causeText, isDamage } from './sqlite-errors.ts';
import { lockOf, type Release, takeKeeping } from './take-keeping.ts';
import type { ThreadData } from './thread-messages.ts';
import type { UnpackedBatch } from './unpack-batch.ts';

/** The file of a journal, followed where it is removed, replaced or damaged while it is in use. */
export interface JournalFile {
  readonly kept: OpenedKept | 'elsewhere';
  /** Throws what SQLite says, or a WalletproofError: of `configuration` where the file is no longer ours. */
  write(batch: UnpackedBatch): void;
  /** What is searched now; throws as `write` does. */
  searched(): Searched;
  range(): Range;
  /** What read from it has failed so: a damaged file is moved aside, and `again` may be tried. */
  afterReadError(error: unknown): 'again' | 'failed';
  close(): void;
}

type Tell = (error: WalletproofError) => void;

/** The connection that is in use. */
interface Connection {
  readonly database: Database;
  readonly searched: Searched;
  readonly write: (batch: UnpackedBatch) => void;
  /** Which file it is, and which is its log. */
  readonly identity: string | undefined;
  readonly log: string | undefined;
}

/** What the file is followed with; what is not readonly changes while it is in use. */
interface Following {
  readonly data: ThreadData;
  readonly tell: Tell;
  readonly keeper: ReturnType<typeof createKeeper>;
  /** As performance.now() had it at `data.startedAt`. */
  readonly beganAt: number;
  /** The place behind which a new file begins. */
  floor: number;
  /** What the next connection begins with. */
  carried: readonly KeptRow[] | undefined;
  /** Undefined where the file has to be opened anew. */
  current: Connection | undefined;
  /** As it was last read. */
  range: Range;
  /** Ids behind the place where a thread before this one ended. */
  written: ReadonlySet<string>;
  isClosed: boolean;
}

/** Opens it; a WalletproofError where it cannot be used. */
export const openJournalFile = (data: ThreadData, tell: Tell): JournalFile => {
  const following = beginFollowing(data, tell);
  const { keeper } = following;
  const first = connected(following);
  const isKept = data.keeping === 'state' && keeper.isKeeper();
  return {
    kept: isKept ? readKept(first.database) : 'elsewhere',
    write: (batch) => {
      follow(following);
      const own = keeper.isKeeper() ? batch : { ...batch, kept: undefined };
      try {
        connected(following).write(own);
      } catch (error) {
        if (!isDamage(error)) throw error;
        beginAnew(following, error);
        connected(following).write(own);
      }
    },
    searched: () => connected(following).searched,
    range: () => {
      following.range = rangeOf(following.current) ?? following.range;
      return following.range;
    },
    afterReadError: (error) => {
      if (!isDamage(error)) return 'failed';
      beginAnew(following, error);
      return 'again';
    },
    close: () => {
      following.isClosed = true;
      leave(following);
      keeper.release();
    },
  };
};

const beginFollowing = (data: ThreadData, tell: Tell): Following => {
  const floor = data.goesOnAfter ?? 0;
  return {
    ...{ data, tell, keeper: createKeeper(data, tell), beganAt: performance.now() },
    ...{ floor, range: { first: floor + 1, last: floor }, written: new Set() },
    ...{ carried: undefined, current: undefined, isClosed: false },
  };
};

const connected = (following: Following): Connection => {
  if (following.isClosed) throw new Error('it is closed');
  following.current ??= connect(following);
  return following.current;
};

const connect = (following: Following): Connection => {
  const { file, bounds, goesOnAfter } = following.data;
  const database = openSalvaging(following);
  following.keeper.take();
  const { carried, floor } = following;
  if (carried !== undefined && carried.length > 0) carryKept(database, carried);
  following.carried = undefined;
  if (goesOnAfter !== undefined && following.written.size === 0) {
    following.written = idsBehind(database, goesOnAfter);
  }
  const index = createChunkIndex(database);
  const searched = createFinder(database, { index, floor });
  index.prepare(searched.range().last);
  const { seqOf } = searched;
  const { written } = following;
  const write = createWriter(database, { ...bounds, index, seqOf, floor, written });
  return { database, searched, write, identity: identityOf(file), log: identityOf(logOf(file)) };
};

const openSalvaging = (following: Following): Database => {
  const { file, bounds } = following.data;
  try {
    return openDatabase(file, bounds);
  } catch (error) {
    if (!(error instanceof DamagedJournal)) throw error;
    putAside(following, error.message);
    return openDatabase(file, bounds);
  }
};

const putAside = (following: Following, cause: string): void => {
  const { file, startedAt } = following.data;
  const name = moveAside(file, startedAt + performance.now() - following.beganAt);
  const { kept, last } = salvage(name);
  following.floor = Math.max(following.floor, last);
  following.carried = kept;
  following.tell(wasDamaged(file, name, cause));
};

const leave = (following: Following): void => {
  const { current, floor, range } = following;
  following.floor = Math.max(floor, (rangeOf(current) ?? range).last);
  following.current = undefined;
  current?.database.close();
};

const beginAnew = (following: Following, cause: unknown): void => {
  leave(following);
  if (existsSync(following.data.file)) putAside(following, causeText(cause));
};

/** Leaves a connection whose file is no longer at its path. */
const follow = (following: Following): void => {
  const { current, data, keeper, tell } = following;
  if (current === undefined) return;
  const identity = identityOf(data.file);
  if (identity === current.identity) {
    followLog(following, current);
    return;
  }
  following.carried = keeper.isKeeper() ? salvageKept(current.database) : undefined;
  takeLogAlong(current, data.file);
  leave(following);
  tell(identity === undefined ? wasRemoved(data.file) : wasReplaced(data.file));
};

/**
 * The log stays at its path when the file beside it is another: SQLite would bring it into that one.
 * The file that it belongs to gets what is in it, wherever that was moved to.
 */
const takeLogAlong = ({ database, log }: Connection, file: string): void => {
  if (log === undefined || identityOf(logOf(file)) !== log) return;
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // It goes with its file.
  }
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
};

/** The log was removed alone: it is open still, and what it holds is brought into the database. */
const followLog = (following: Following, { database, log }: Connection): void => {
  if (log === undefined || identityOf(logOf(following.data.file)) === log) return;
  database.pragma('wal_checkpoint(TRUNCATE)');
  leave(following);
};

const logOf = (file: string): string => `${file}-wal`;

/** Which file lies there; undefined where none does. */
const identityOf = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev} ${found.ino}`;
};

/** Undefined where it cannot be read just now. */
const rangeOf = (connection: Connection | undefined): Range | undefined => {
  try {
    return connection?.searched.range();
  } catch {
    return undefined;
  }
};

const idsBehind = (database: Database, seq: number): ReadonlySet<string> => {
  const select = database.prepare<{ readonly seq: number }, string>(
    `SELECT row.value ->> ${keyAt.id} FROM blocks, json_each(blocks.keys) AS row
     WHERE blocks.first >= coalesce((SELECT max(first) FROM blocks WHERE first <= :seq), 0)
       AND blocks.first + row.key > :seq`,
  );
  return new Set(select.pluck().all({ seq }));
};

/** Whether this process keeps state in the file: one at a time does. */
const createKeeper = ({ file, keeping }: ThreadData, tell: Tell) => {
  const take = (): Release | undefined => {
    const release = takeKeeping(file);
    if (release === undefined) tell(keptByAnother(file));
    return release;
  };
  let release: Release | undefined;
  let isAsked = keeping === 'nothing';
  return {
    isKeeper: (): boolean => release !== undefined,
    /** Asks for it once, and again where the file that says so was removed with the journal. */
    take: (): void => {
      const isRemoved = release !== undefined && !existsSync(lockOf(file));
      if (isAsked && !isRemoved) return;
      isAsked = true;
      release?.();
      release = take();
    },
    release: (): void => release?.(),
  };
};

const keptByAnother = (file: string): WalletproofError =>
  new WalletproofError(
    'environment',
    `Another process keeps its sessions in the journal ${file}; the sessions of this one end with it.`,
    'Name another file with --journal where they are to survive a restart.',
  );

const wasDamaged = (file: string, name: string, cause: string): WalletproofError =>
  new WalletproofError(
    'environment',
    `The journal ${file} is damaged (${cause}). It is now ${name}, and a new one was begun.`,
    'Remove the damaged file, or recover its contents with sqlite3 (.recover).',
  );

const wasRemoved = (file: string): WalletproofError =>
  new WalletproofError(
    'environment',
    `The journal ${file} was removed while it was in use: the exchanges in it are gone, and a new one was begun.`,
    'Stop walletproof before you remove its journal; sessions and packs continue in the new one.',
  );

const wasReplaced = (file: string): WalletproofError =>
  new WalletproofError(
    'environment',
    `The journal ${file} was replaced by another file while it was in use.`,
    'Stop walletproof before you move its journal; if the file is a journal, walletproof continues with it.',
  );
