import { open, stat } from 'node:fs/promises';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { readFolder } from './read-folder.ts';
import { readHar } from './read-har.ts';
import { readJournal } from './read-journal.ts';
import type { Recorded } from './recorded.ts';

/** What was recorded, one after the other: a HAR, a folder of requests or a journal. Throws a usage error. */
export const openRecording = async (path: string): Promise<AsyncGenerator<Recorded>> => {
  const stats = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'there is no such file' : cause.message;
    throw new WalletproofError(
      'usage',
      `cannot read ${path}: ${reason}`,
      'Name a HAR, a folder of recorded requests, or a journal of serve.',
      { cause },
    );
  });
  if (stats.isDirectory()) return readFolder(path);
  return (await isJournal(path)) ? readJournal(path) : readHar(path);
};

const isJournal = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(journalMark.length) });
    return buffer.equals(journalMark);
  } finally {
    await file.close();
  }
};

const journalMark = Buffer.from('SQLite format 3\0');
