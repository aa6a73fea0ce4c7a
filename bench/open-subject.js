import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const readyLine = /ready on http:\/\/127\.0\.0\.1:(\d+)/;
const patienceMs = 15_000;

const portOf = async (child) => {
  const lines = createInterface({ input: child.stdout });
  const timer = setTimeout(() => child.kill(), patienceMs);
  try {
    for await (const line of lines) {
      const [, port] = readyLine.exec(line) ?? [];
      if (port !== undefined) return Number(port);
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`${child.spawnargs.slice(1).join(' ')} ended before it was ready`);
};

/** Starts a server as a process of its own: its name, port and pid; `close` ends it. */
export const openSubject = async ({ name, args }) => {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints = (complaints + chunk).slice(-2000);
  });
  const port = await portOf(child).catch((error) => {
    throw new Error(`${error.message}:\n${complaints}`);
  });
  child.stdout.resume();
  return {
    name,
    port,
    pid: child.pid,
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
};
