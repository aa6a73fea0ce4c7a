import { main } from '../../src/cli/main.ts';

type Written = Record<'stdout' | 'stderr', string>;

const capture = (name: keyof Written, written: Written): (() => void) => {
  const stream = process[name];
  const { write } = stream;
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    written[name] += Buffer.from(chunk as string).toString();
    const done = rest.find((each) => typeof each === 'function');
    if (done !== undefined) process.nextTick(done as () => void);
    return true;
  }) as typeof write;
  return () => {
    stream.write = write;
  };
};

/** A command that was started: what it has written so far, and how it ends. */
export interface StartedCommand {
  written(): string;
  readonly ended: Promise<number>;
}

/** Starts a command in this process; everything that is written meanwhile is its. */
export const start = (args: readonly string[]): StartedCommand => {
  const written: Written = { stdout: '', stderr: '' };
  const endings = [capture('stdout', written), capture('stderr', written)];
  const ended = main(args).finally(() => {
    for (const end of endings) end();
  });
  return { written: () => `${written.stdout}\n${written.stderr}`, ended };
};

/** Runs a command: its exit code, and all that it wrote. */
export const run = async (args: readonly string[]) => {
  const { written, ended } = start(args);
  const code = await ended;
  return { code, text: written() };
};
