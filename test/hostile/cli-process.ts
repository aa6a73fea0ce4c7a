import { main } from '../../src/cli/main.ts';

// A process that runs commands for the tests, one after another: it is warm after the first.

/** A command to run in a folder; `number` tells its outcome from that of another. */
export interface CommandOrder {
  readonly number: number;
  readonly args: readonly string[];
  readonly folder: string;
}

/** What came of it; `number` is 0 when the process is ready. */
export interface CommandOutcome {
  readonly number: number;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The most memory that this process has had so far, MiB. */
  readonly mostMemoryMib: number;
}

type Written = { stdout: string; stderr: string };

/** What a command writes, instead of this process. */
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

const run = async ({ number, args, folder }: CommandOrder): Promise<CommandOutcome> => {
  process.chdir(folder);
  const written = { stdout: '', stderr: '' };
  const endings = [capture('stdout', written), capture('stderr', written)];
  const code = await main(args);
  for (const end of endings) end();
  return { number, code, ...written, mostMemoryMib: process.resourceUsage().maxRSS / 1024 };
};

const tell = (outcome: CommandOutcome): void => void process.send?.(outcome);

process.on('message', (order: CommandOrder) => void run(order).then(tell));
process.on('disconnect', () => process.exit());
tell({ number: 0, code: 0, stdout: '', stderr: '', mostMemoryMib: 0 });
