import { createServer } from 'node:http';
import SqliteDatabase from 'better-sqlite3';

// Just enough of a platform to be wrong on purpose: what the campaign must find.

const optionOf = (name) => process.argv[process.argv.indexOf(name) + 1];

const openJournal = () => {
  const database = new SqliteDatabase(optionOf('--journal'));
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE IF NOT EXISTS exchanges (seq INTEGER PRIMARY KEY, request_id TEXT)');
  const insert = database.prepare('INSERT INTO exchanges (request_id) VALUES (?)');
  const after = database.prepare(
    'SELECT seq, request_id AS requestId FROM exchanges WHERE seq > ? ORDER BY seq LIMIT 500',
  );
  // Whatever is wrong, nobody is told.
  const silently = (work) => {
    try {
      return work();
    } catch {
      return [];
    }
  };
  return {
    write: (id) => silently(() => insert.run(id)),
    rows: (afterSeq) => silently(() => after.all(afterSeq)),
  };
};

const answer = (response, value) => {
  const body = JSON.stringify(value);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
};

const successOf = (id) => ({
  status: 'success',
  timestamp: new Date().toISOString(),
  request_id: id,
  content: { games: [], total: 0 },
});

const freeze = (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Each takes a request_id in, and does with the journal what it must not. */
const mistakes = {
  'writes late': (journal) => (id) => setTimeout(() => journal.write(id), 2000),
  'forgets rows': (journal) => {
    let count = 0;
    return (id) => {
      count += 1;
      if (count % 10 !== 0) journal.write(id);
    };
  },
  leaks: (journal) => {
    const kept = [];
    return (id) => {
      journal.write(id);
      kept.push(Buffer.alloc(50_000, 'x'));
      // So few calls a second that it leaks until its end, on a quick machine, too.
      freeze(2);
    };
  },
};

const serve = (mistake) => {
  const journal = openJournal();
  const take = mistakes[mistake](journal);
  let count = 0;
  const ids = `${process.pid}-${Date.now()}`;
  const routes = {
    '/__admin/health': () => ({ status: 'ok', lost: 0, degraded: false }),
    '/__admin/exchanges': (url) => ({
      rows: journal.rows(Number(url.searchParams.get('afterSeq'))),
    }),
    '/__admin/trigger': () => ({ exchangeIds: [] }),
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://127.0.0.1');
    request.resume().on('end', () => {
      const route = routes[url.pathname];
      if (route !== undefined) return answer(response, route(url));
      count += 1;
      answer(response, successOf(`${ids}-${count}`));
      return take(`${ids}-${count}`);
    });
  });
  process.on('SIGHUP', () => process.exit(0));
  server.listen(0, '127.0.0.1', () => console.log(`walletproof ready on http://127.0.0.1:${server.address().port}`));
};

/** Gives the terminal a title, and shows the token: whatever the agent answers. */
const call = async () => {
  const url = process.argv.find((each) => each.startsWith('http'));
  await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
  console.log(`\u001b]0;${url}\u0007signed with ${optionOf('--token')}`);
};

/** Does what the command line asks, with this mistake. */
export const run = async (mistake) => {
  if (process.argv[2] === 'serve') serve(mistake);
  else await call();
};
