import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./control-process.js', import.meta.url));

/**
 * Starts the control: a bare thread that commits rows, on the same machine. A platform that is
 * starved is told apart by it from one that dawdles.
 */
export const openControl = async (file) => {
  const child = fork(program, [file], { execArgv: [] });
  await once(child, 'message');
  return {
    /** Milliseconds: how late its worst row was since `since` (Unix milliseconds). */
    worstSince: async (since) => {
      child.send({ since });
      const [{ worst }] = await once(child, 'message');
      return worst;
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
};
