// What is measured: servers that are started, and commands that are timed.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** What is run and read, wherever the benchmark was started. */
export const paths = {
  executable: at('bin/walletproof.js'),
  scenario: at('scenarios/conformance/balance/balance-of-now.yaml'),
  page: at('bench/README.md'),
  subject: (name) => at(`bench/subjects/${name}`),
  /** The arguments of Node for a subject that is made of the sources. */
  ofSources: (name) => [`--import=${at('test/setup/load-typescript.js')}`, at(`bench/subjects/${name}`)],
};

/** The platform with its journal in a file. */
export const walletproof = (journal, ...more) => ({
  name: 'walletproof',
  args: [paths.executable, 'serve', '--port', '0', '--journal', journal, ...more],
});

export const bare = { name: 'bare node:http', args: [paths.subject('bare.js')] };

export const exampleAgent = { name: 'example agent', args: [at('dist/bundle/agent/main.js'), '--port', '0'] };

/** What every server of ours, and every subject, prints when it listens. */
const ready = /ready on http:\/\/127\.0\.0\.1:(\d+)/;

const patienceMs = 30_000;

const portOf = async (child) => {
  const lines = createInterface({ input: child.stdout });
  const timer = setTimeout(() => child.kill(), patienceMs);
  try {
    for await (const line of lines) {
      const [, port] = ready.exec(line) ?? [];
      if (port !== undefined) return Number(port);
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`${child.spawnargs.slice(1).join(' ')} ended before it was ready`);
};

const end = async (child) => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await once(child, 'exit');
  clearTimeout(timer);
};

/** Starts a server as a process of its own: its name, port and pid; `close` ends it. */
export const openSubject = async ({ name, args, cwd }) => {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints = (complaints + chunk).slice(-2000);
  });
  try {
    const port = await portOf(child);
    child.stdout.resume();
    return { name, port, pid: child.pid, close: async () => await end(child) };
  } catch (error) {
    await end(child);
    throw new Error(`${error.message}:\n${complaints}`);
  }
};

/** Until a server that has just started is at rest. */
const restMs = 300;

/** Starts servers one after the other, and ends those that came up when `use` has ended or one does not come up. */
export const withSubjects = async (wanted, use) => {
  const open = [];
  try {
    for (const subject of wanted) open.push(await openSubject(subject));
    await pause(restMs);
    return await use(open);
  } finally {
    await Promise.all(open.map((subject) => subject.close()));
  }
};

/** A run that hangs ends at last. */
const timeout = 600_000;

/** Bash tells milliseconds of a whole process; what Node and proc(5) tell of children are ticks of 10. */
const timed = 'TIMEFORMAT="%3R %3U %3S"; time "$@" >/dev/null 2>/dev/null';

/** Wall and processor milliseconds of a node process with these arguments, from its start to its end. */
export const timeNode = async (args, { cwd } = {}) => {
  try {
    const { stderr } = await run('bash', ['-c', timed, 'bash', process.execPath, ...args], { cwd, timeout });
    const [wall, user, system] = stderr
      .trim()
      .split(' ')
      .map((seconds) => Number(seconds) * 1000);
    return { wall, cpu: user + system };
  } catch (error) {
    throw new Error(`${args.join(' ')} ended with ${error.code ?? error.signal}`);
  }
};
