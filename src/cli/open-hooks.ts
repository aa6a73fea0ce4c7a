import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Hooks } from '../contract/configuration.ts';
import type { RunHooks } from '../runner/run-hooks.ts';

/** What the configuration lets a run ask of the surroundings of the agent. */
export const openHooks = ({ restart }: Hooks, signal: AbortSignal): RunHooks => ({
  ...(restart === undefined ? {} : { restart: async () => await runShell(restart, signal) }),
});

/** How long a hook may take, milliseconds. */
const hookTimeoutMs = 120_000;

/** Runs the command in a shell; why it failed, undefined when it did not. */
const runShell = async (command: string, signal: AbortSignal): Promise<string | undefined> => {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(hookTimeoutMs)]);
  const child = spawn(command, { shell: true, stdio: ['ignore', 'ignore', 'pipe'], signal: limit });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(-500);
  });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code === 0) return undefined;
    return `hooks.restart (${command}) ended with ${code ?? 'a signal'}. ${complaint.trim()}`.trim();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return `hooks.restart (${command}) could not be run: ${said}`;
  }
};
