import SqliteDatabase from 'better-sqlite3';

/** The request_ids in a journal behind `afterSeq`, and its last place. Changes nothing in the file. */
export const readJournal = (file, afterSeq = 0) => {
  const database = new SqliteDatabase(file, { readonly: true, timeout: 10_000 });
  try {
    const rows = database
      .prepare('SELECT seq, request_id FROM exchanges WHERE seq > ? ORDER BY seq')
      .raw()
      .all(afterSeq);
    const last = rows.at(-1)?.[0] ?? afterSeq;
    return { ids: rows.map(([, id]) => id), last };
  } finally {
    database.close();
  }
};

/** `ok`, or what SQLite says is damaged. */
export const checkIntegrity = (file) => {
  const database = new SqliteDatabase(file, { readonly: true, timeout: 10_000 });
  try {
    return database.pragma('integrity_check', { simple: true });
  } finally {
    database.close();
  }
};
