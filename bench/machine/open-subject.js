import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What every server of ours, and every subject, prints when it listens. */
const usualReady = /ready on http:\/\/127\.0\.0\.1:(\d+)/;

const patienceMs = 30_000;

const portOf = async (child, ready) => {
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

/**
 * Starts a server as a process of its own: its name, port and pid; `close` ends it. `ready`: the
 * line that it prints when it listens, with its port as the first group. `command`: Node when absent.
 */
export const openSubject = async ({ name, command = process.execPath, args, cwd, env, ready = usualReady }) => {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints = (complaints + chunk).slice(-2000);
  });
  try {
    const port = await portOf(child, ready);
    child.stdout.resume();
    return { name, port, pid: child.pid, close: async () => await end(child) };
  } catch (error) {
    await end(child);
    throw new Error(`${error.message}:\n${complaints}`);
  }
};
