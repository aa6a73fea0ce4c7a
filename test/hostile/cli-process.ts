import { main } from '../../src/cli/main.ts';
import { captureOutput } from '../cli/capture-output.ts';
import { installVirtualTime } from '../defects/virtual-time.ts';
import { hostileAgents } from './agents.ts';

// A process that runs commands against hostile agents for the tests, one after another: it is warm
// after the first. Time is virtual: no machine is too busy for a time-out, and no wait costs any.

/** Commands to run one after another, in a folder, against an agent that is opened for them. */
export interface CommandOrder {
  readonly agent: string;
  /** `{url}` stands for the callback URL. */
  readonly commands: readonly (readonly string[])[];
  readonly folder: string;
}

export interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface OrderOutcome {
  readonly outcomes: readonly CommandOutcome[];
  /** So much more memory this process has taken than ever before, MiB. */
  readonly grownMib: number;
}

const run = async (args: readonly string[]): Promise<CommandOutcome> => {
  const { written, end } = captureOutput();
  const code = await main(args);
  end();
  return { code, ...written };
};

const mostMemoryMib = (): number => process.resourceUsage().maxRSS / 1024;

const follow = async ({ agent: name, commands, folder }: CommandOrder): Promise<OrderOutcome> => {
  process.chdir(folder);
  const before = mostMemoryMib();
  const agent = await hostileAgents.find((each) => each.name === name)?.open();
  if (agent === undefined) throw new Error(`There is no hostile agent "${name}".`);
  const outcomes: CommandOutcome[] = [];
  for (const args of commands) {
    outcomes.push(await run(args.map((arg) => arg.replace('{url}', agent.url))));
  }
  await agent.close();
  return { outcomes, grownMib: mostMemoryMib() - before };
};

const time = installVirtualTime();

process.on('message', async (order: CommandOrder) => {
  process.send?.(await time.during(async () => await follow(order)));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
