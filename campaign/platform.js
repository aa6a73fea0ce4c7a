import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';

/** The token of agent 1001, as nobody else's text has it. */
export const agentToken = 'tok3n-of-the-campaign/+"k';

/** Two agents, of which one has no token and one not every game. */
const configuration = (maxExchanges) => `agents:
  - id: 1001
    token: ${JSON.stringify(agentToken)}
    unavailableGames: [104]
    players:
      - { id: player-1, username: Player One, currencies: [USD, EUR] }
  - id: 1002
journal: { maxExchanges: ${maxExchanges} }
`;

const readyLine = /^walletproof ready on (http:\/\/127\.0\.0\.1:(\d+))/;
/** Beyond this a start has failed, on the busiest machine. */
const longestStartMs = 60_000;
const patienceMs = 30_000;
const longestLog = 20_000;

const readyOf = (child) =>
  new Promise((resolve) => {
    const tell = (ready) => {
      clearTimeout(timer);
      resolve(ready);
    };
    const timer = setTimeout(tell, longestStartMs);
    child.once('exit', () => tell());
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, url, port] = readyLine.exec(line) ?? [];
      if (port !== undefined) tell({ url, port: Number(port), at: performance.now() });
    });
  });

/** Starts `serve` in `folder` on `journal`, as a process of its own; throws with what it said where it does not get ready. */
export const openPlatform = async ({ product, folder, journal, args = [], maxExchanges = 20_000_000 }) => {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'campaign.config.yaml');
  writeFileSync(config, configuration(maxExchanges));
  const serve = ['serve', '--port', '0', '--journal', journal, '--config', config, '--seed', '7'];
  const child = spawn(process.execPath, [product, ...serve, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  let log = '';
  child.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-longestLog);
  });
  const ready = await readyOf(child);
  if (ready === undefined) {
    child.kill('SIGKILL');
    throw new Error(`serve did not get ready: ${log.trim()}`);
  }
  return {
    ...ready,
    pid: child.pid,
    log: () => log,
    health: async (timeoutMs = 10_000) => {
      const answer = await fetch(`${ready.url}/__admin/health`, { signal: AbortSignal.timeout(timeoutMs) });
      return { http: answer.status, ...(await answer.json()) };
    },
    /** Ends it, by force where it does not end; the milliseconds that it took. */
    close: async (signal = 'SIGTERM') => {
      const began = performance.now();
      child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      await exit;
      clearTimeout(timer);
      return performance.now() - began;
    },
  };
};

/** Reads a journal without changing anything in its file. */
const readFile = (file, read) => {
  const database = new SqliteDatabase(file, { readonly: true, timeout: 10_000 });
  try {
    return read(database);
  } finally {
    database.close();
  }
};

/** The request_ids in a journal behind `afterSeq`, and its last place. */
export const readJournal = (file, afterSeq = 0) =>
  readFile(file, (database) => {
    const statement = database.prepare('SELECT seq, request_id FROM exchanges WHERE seq > ? ORDER BY seq');
    const rows = statement.raw().all(afterSeq);
    return { ids: rows.map(([, id]) => id), last: rows.at(-1)?.[0] ?? afterSeq };
  });

/** `ok`, or what SQLite says is damaged. */
export const checkIntegrity = (file) =>
  readFile(file, (database) => database.pragma('integrity_check', { simple: true }));

const everyMs = 100;
const longestHealthMs = 1_000;
/** A platform does more than a timer of this process, which was as late: that many times more. */
const ownShare = 10;

/** How late a timer of this process was at the most, until it is asked. */
const watchLateness = () => {
  let late = 0;
  let due = performance.now() + 20;
  const timer = setInterval(() => {
    late = Math.max(late, performance.now() - due);
    due = performance.now() + 20;
  }, 20);
  return () => {
    clearInterval(timer);
    return late;
  };
};

const healthFinds = async (platform) => {
  const lateness = watchLateness();
  const began = performance.now();
  const { http } = await platform.health(patienceMs).catch((error) => ({ http: String(error) }));
  const ms = performance.now() - began;
  const late = lateness();
  if (http !== 200) return [{ kind: 'health is not 200', detail: String(http) }];
  if (ms <= longestHealthMs + ownShare * late) return [];
  return [{ kind: 'health is late', detail: `answered after ${ms.toFixed(0)} ms` }];
};

/** Asks for health again and again until it is stopped, and tells at once what is wrong, as `{ kind, detail }`. */
export const watchHealth = (platform, tell) => {
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      for (const find of await healthFinds(platform)) tell(find);
      await delay(everyMs);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
  };
};
