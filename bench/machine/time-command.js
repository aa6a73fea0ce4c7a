import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A run that hangs ends at last. */
const timeout = 600_000;

/** Bash tells milliseconds of a whole process; what Node and proc(5) tell of children are ticks of 10. */
const timed = 'TIMEFORMAT="%3R %3U %3S"; time "$@" >/dev/null 2>/dev/null';

/** Wall and processor milliseconds of a node process with these arguments, from its start to its end. */
export const timeNode = async (args, { cwd, code = 0 } = {}) => {
  try {
    const { stderr } = await run('bash', ['-c', timed, 'bash', process.execPath, ...args], {
      cwd,
      timeout,
    });
    return toMs(stderr);
  } catch (error) {
    if (error.code === code) return toMs(error.stderr);
    throw new Error(`${args.join(' ')} ended with ${error.code ?? error.signal}`);
  }
};

const toMs = (text) => {
  const [wall, user, system] = text
    .trim()
    .split(' ')
    .map((seconds) => Number(seconds) * 1000);
  return { wall, cpu: user + system };
};
