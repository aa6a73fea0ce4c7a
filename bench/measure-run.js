import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSubject } from './open-subject.js';

const runOnce = async (args) => {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return performance.now() - start;
};

/**
 * Rounds of milliseconds that each caller needs for its run against one agent, its start included.
 * `callers`: name, and the arguments of its process for a callback URL.
 */
export const measureRun = async ({ agent, callers, rounds }) => {
  const subject = await openSubject(agent);
  const callbackUrl = `http://127.0.0.1:${subject.port}/callback`;
  const measured = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const times = {};
      for (const { name, argsFor } of round % 2 === 0 ? callers : callers.toReversed()) {
        times[name] = await runOnce(argsFor(callbackUrl));
      }
      measured.push(times);
    }
  } finally {
    await subject.close();
  }
  return { rounds: measured, disturbed: 0 };
};
