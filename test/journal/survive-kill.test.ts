import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import { openJournal } from '../../src/journal/open-journal.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const besides = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Records a few exchanges in each turn, for ever, and says how many there were. */
const program = `
  import { writeSync } from 'node:fs';
  import { openJournal } from '${besides('../../src/journal/open-journal.ts')}';
  import { exchangeNumber } from '${besides('./sample-exchanges.ts')}';
  const journal = await openJournal({ file: process.env.JOURNAL, maxExchanges: 1_000_000 });
  let number = 0;
  const turn = () => {
    for (let count = 0; count < 5; count += 1) journal.record(exchangeNumber((number += 1)));
    writeSync(1, number + '\\n');
    setTimeout(turn, 1);
  };
  turn();
`;

/** The last number that came whole. */
const lastOf = (text: string): number => Number(text.split('\n').at(-2) ?? 0);

/** Kills the program after some records, and gives how many of them are not in the file. */
const lostByKill = async (file: string): Promise<number> => {
  const loader = `--import=${besides('../setup/load-typescript.js')}`;
  const main = join(folder, 'main.mjs');
  writeFileSync(main, program);
  const child = spawn(process.execPath, [loader, main], {
    env: { ...process.env, JOURNAL: file, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  while (lastOf(said) <= 100) await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');

  const database = new SqliteDatabase(file);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  database.close();

  const journal = await openJournal({ file, maxExchanges: 1_000_000 });
  const kept = journal.count();
  const last = (await journal.rows({ limit: 1 })).rows[0];
  await journal.close();
  expect(last?.exchange.id ?? 'x-0').toBe(`x-${kept}`);
  return lastOf(said) - kept;
};

it('loses no more than the last few exchanges when its process is killed', async () => {
  const lost: number[] = [];
  // What waits for its commit: below 50, and those of the turn under way. Where other work has the processor, the thread is behind.
  do {
    lost.push(await lostByKill(join(folder, `journal-${lost.length}.db`)));
  } while (Math.min(...lost) >= 60 && lost.length < 10);
  expect(Math.min(...lost)).toBeLessThan(60);
});
