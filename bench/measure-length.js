import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const subject = fileURLToPath(new URL('./subjects/long-scenario.js', import.meta.url));

/**
 * What a call costs in one scenario of so many makeBets, for each of `lengths`: microseconds of
 * CPU, and bytes that the run holds when it ends, both beyond what the shorter scenario took.
 */
export const measureLength = async (lengths) => {
  const measured = [];
  for (const calls of lengths) {
    const { stdout } = await run(process.execPath, ['--expose-gc', subject, String(calls)]);
    measured.push({ calls, ...JSON.parse(stdout) });
  }
  return measured.slice(1).map(({ calls, cpuMs, bytes }, index) => {
    const shorter = measured[index];
    const more = calls - shorter.calls;
    return {
      calls,
      microseconds: ((cpuMs - shorter.cpuMs) * 1000) / more,
      bytes: (bytes - shorter.bytes) / more,
    };
  });
};
