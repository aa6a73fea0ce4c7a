import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

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
const longestComplaint = 20_000;

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

const gather = (stream) => {
  let text = '';
  stream.on('data', (chunk) => {
    text = (text + chunk).slice(-longestComplaint);
  });
  return () => text;
};

/** The exit of a process: `code`, or the name of the signal. Waits for nothing where it has ended. */
const exitOf = (child) => new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));

const healthOf = async (url, timeoutMs) => {
  const answer = await fetch(`${url}/__admin/health`, { signal: AbortSignal.timeout(timeoutMs) });
  return { http: answer.status, ...(await answer.json()) };
};

/**
 * Starts `serve` in `folder` on `journal`, as a process of its own; throws with what it said where it
 * does not get ready. `command`: what stands in front of node, such as a limit.
 */
export const openPlatform = async (given) => {
  const { product, folder, journal, args = [], command = [], maxExchanges = 20_000_000 } = given;
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'campaign.config.yaml');
  writeFileSync(config, configuration(maxExchanges));
  const serve = ['serve', '--port', '0', '--journal', journal, '--config', config, '--seed', '7'];
  const [program, ...rest] = [...command, process.execPath, product, ...serve, ...args];
  const child = spawn(program, rest, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = exitOf(child);
  const log = gather(child.stderr);
  const ready = await readyOf(child);
  if (ready === undefined) {
    child.kill('SIGKILL');
    throw new Error(`serve did not get ready: ${log().trim()}`);
  }
  return {
    ...ready,
    pid: child.pid,
    log,
    exit,
    health: async (timeoutMs = 10_000) => await healthOf(ready.url, timeoutMs),
    kill: (signal) => child.kill(signal),
    close: async (signal = 'SIGTERM') => await endProcess(child, exit, signal),
  };
};

/** Ends a process; by force where it does not end. Gives milliseconds that it took, and its exit. */
const endProcess = async (child, exit, signal, patienceMs = 30_000) => {
  const began = performance.now();
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  const how = await exit;
  clearTimeout(timer);
  return { how, ms: performance.now() - began };
};

/** Starts a busy loop, which takes a core; `close` ends it. */
export const openBusyLoop = () => {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  return {
    close: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
