import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { paths } from '../machine/paths.js';

const run = promisify(execFile);

/** The file of a journal with so many rows; written once for all parts that ask for it. */
export const filledJournal = async (folder, rows) => {
  const file = join(folder, `journal-${rows}.db`);
  if (!existsSync(file)) {
    await run(process.execPath, [...paths.ofSources('fill-journal.js'), file, String(rows)]);
  }
  return file;
};

/** A configuration whose journal has room for all of it. */
export const roomy = `journal:
  maxExchanges: 2000000
  maxBytes: 8GiB
`;
