import {
  closeSync,
  copyFileSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import SqliteDatabase from 'better-sqlite3';

const filesOf = (journal) => [journal, `${journal}-wal`, `${journal}-shm`];

const remove = (journal) => {
  for (const file of filesOf(journal)) rmSync(file, { force: true });
};

/** Over the pages in the middle, and no others: the file is still the journal by its head. */
const writeGarbage = (journal, dice) => {
  const { size } = statSync(journal);
  const length = Math.max(4096, Math.floor(size / 3));
  const garbage = Buffer.from(dice.hex(2 * Math.min(length, 65_536)), 'hex');
  const descriptor = openSync(journal, 'r+');
  for (let at = 4096; at < 4096 + length; at += garbage.length) writeSync(descriptor, garbage, 0, garbage.length, at);
  closeSync(descriptor);
};

/** What was written lies in the file itself, and not in the log beside it. */
const checkpoint = (journal) => {
  const database = new SqliteDatabase(journal, { timeout: 10_000 });
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
};

const lock = (journal) => {
  const database = new SqliteDatabase(journal, { timeout: 10_000 });
  database.exec('BEGIN EXCLUSIVE');
  return () => {
    database.exec('ROLLBACK');
    database.close();
  };
};

/**
 * What may happen to a journal. `act` does it, given `disk`, `journal`, `pid` and `dice`; what it
 * gives undoes it. `keepsRows`: what was written before is still there, so that nothing may be missing
 * that `lost` does not count. `isDamage`: the file goes on to be used until a damaged page is read, at the
 * latest by the next start, and is moved aside with all that is in it. `isShort`: it may be over before anybody need be told.
 */
export const harms = [
  {
    name: 'the disk is full for a while',
    keepsRows: true,
    act: ({ disk, ...given }) => {
      disk.fill(given);
      return () => disk.free(given);
    },
  },
  {
    name: 'another program locks the journal for a while',
    keepsRows: true,
    isShort: true,
    act: ({ journal }) => lock(journal),
  },
  {
    name: 'the journal is removed',
    keepsRows: false,
    act: ({ journal }) => {
      remove(journal);
      return () => undefined;
    },
  },
  {
    name: 'the journal is replaced by an older one',
    keepsRows: false,
    act: ({ journal }) => {
      copyFileSync(journal, `${journal}-copy`);
      remove(journal);
      renameSync(`${journal}-copy`, journal);
      return () => undefined;
    },
  },
  {
    name: 'the journal is replaced by an empty file',
    keepsRows: false,
    act: ({ journal }) => {
      remove(journal);
      writeFileSync(journal, '');
      return () => undefined;
    },
  },
  {
    name: 'the journal is cut off',
    keepsRows: false,
    isDamage: true,
    act: ({ journal }) => {
      checkpoint(journal);
      truncateSync(journal, Math.floor(statSync(journal).size / 2));
      return () => undefined;
    },
  },
  {
    name: 'garbage is written into the middle of the journal',
    keepsRows: false,
    isDamage: true,
    act: ({ journal, dice }) => {
      checkpoint(journal);
      writeGarbage(journal, dice);
      return () => undefined;
    },
  },
];
