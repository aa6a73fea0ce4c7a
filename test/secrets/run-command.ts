import { main } from '../../src/cli/main.ts';
import { captureOutput } from '../cli/capture-output.ts';

/** A command that was started: what it has written so far, and how it ends. */
export interface StartedCommand {
  written(): string;
  readonly ended: Promise<number>;
}

/** Starts a command in this process; everything that is written meanwhile is its. */
export const start = (args: readonly string[]): StartedCommand => {
  const { written, end } = captureOutput();
  const ended = main(args).finally(end);
  return { written: () => `${written.stdout}\n${written.stderr}`, ended };
};

/** Runs a command: its exit code, and all that it wrote. */
export const run = async (args: readonly string[]) => {
  const { written, ended } = start(args);
  const code = await ended;
  return { code, text: written() };
};
