// The control's thread: commits a row for each message, as any journal must.
import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';

const database = new SqliteDatabase(workerData.file);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = NORMAL');
database.exec('CREATE TABLE IF NOT EXISTS rows (seq INTEGER PRIMARY KEY, due REAL)');
const insert = database.prepare('INSERT OR REPLACE INTO rows VALUES (?, ?)');

parentPort.postMessage('ready');
parentPort.on('message', ({ seq, due }) => {
  insert.run(seq % 1000, due);
  parentPort.postMessage({ seq, due });
});
