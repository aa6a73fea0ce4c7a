import { existsSync, rmSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { WalletproofError } from '../spec/walletproof-error.ts';

/** Gives it back. */
export type Release = () => void;

/**
 * Makes this process the one that keeps state in the journal, until it gives that back or ends, in
 * whatever way; undefined where another is. Two that went on with the same sessions would end each
 * other's rounds and spend each other's spins.
 *
 * The operating system holds the lock, on an empty database beside the journal: a process that was
 * killed holds none, and no id of a process has to be guessed at.
 */
export const takeKeeping = (journalFile: string): Release | undefined => {
  const file = lockOf(journalFile);
  const lock = connect(file);
  try {
    // No journal of its own: nothing is written.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    return undefined;
  }
  if (!existsSync(file)) {
    // The one before was just giving it back, and has removed what is locked here.
    lock.close();
    return takeKeeping(journalFile);
  }
  return () => {
    // A second time it may be another's.
    if (!lock.open) return;
    removeIfPossible(file);
    lock.close();
  };
};

/** Says which process keeps state in the journal. */
export const lockOf = (journalFile: string): string => `${journalFile}-lock`;

/** Nobody is waited for. */
const connect = (file: string): SqliteDatabase.Database => {
  try {
    return new SqliteDatabase(file, { timeout: 0 });
  } catch (cause) {
    throw new WalletproofError(
      'environment',
      `${file} cannot be opened: ${(Object(cause) as Partial<Error>).message}.`,
      'It says which process keeps its sessions in the journal: remove it, or name another journal with --journal.',
      { cause },
    );
  }
};

/** Windows removes no file that is open. */
const removeIfPossible = (file: string): void => {
  try {
    rmSync(file, { force: true });
  } catch {
    // An empty file is left, which the next one takes.
  }
};
