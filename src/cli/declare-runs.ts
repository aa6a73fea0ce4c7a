import { type Command, Option } from 'commander';
import type { PlayOptions, TestOptions } from './commands/play.ts';
import type { TriggerFlags } from './commands/trigger.ts';
import type { CommandGroup, DeclaredCommand } from './declared-command.ts';
import { type LoadFlags, type MergeFlags, withLoadOptions, withMergeOptions } from './load-options.ts';
import { type RunOptions, withCommonOptions, withRunOptions, withStartOptions, withWatchOptions } from './options.ts';

const demo: DeclaredCommand = {
  name: 'demo',
  announce: (command) => command.description('Run the whole suite against the bundled example agent'),
  complete: (command, done) => {
    withRunOptions(command)
      .option('--defect <name>', 'plant this defect in the example agent (walletproof list defects); implies --strict')
      .option('--variant <name>', 'make the example agent behave in another way that is also correct')
      .action(async (options: RunOptions & { defect?: string; variant?: string }) => {
        done(await (await import('./commands/demo.ts')).demo(options));
      });
  },
};

const test: DeclaredCommand = {
  name: 'test',
  announce: (command) =>
    command
      .description('Test your agent: run every conformance scenario against it')
      .argument('[callback-url]', "the agent's callback URL"),
  complete: (command, done) => {
    withWatchOptions(withStartOptions(withRunOptions(command)))
      .addOption(
        new Option(
          '--failed <run>',
          'play again what broke in this stored run, of all or --only some requirements, with its seed, players and URL: FIXED, FAILED or could not judge',
        ).conflicts(['watch', 'watchPath']),
      )
      .action(async (callbackUrl: string | undefined, options: TestOptions) => {
        done(await (await import('./commands/play.ts')).test(callbackUrl, options));
      });
  },
};

const play: DeclaredCommand = {
  name: 'play',
  announce: (command) =>
    command
      .description('Run your own scenarios against your agent')
      .argument('<files...>', 'scenario files, or folders of them'),
  complete: (command, done) => {
    withWatchOptions(withStartOptions(withRunOptions(command)))
      .option('--callback-url <url>', "the agent's callback URL")
      .option('--settle', 'as test does: check the agent first, fund accounts, and return moved money at the end')
      .action(async (files: string[], options: PlayOptions) => {
        done(await (await import('./commands/play.ts')).play(files, options));
      });
  },
};

const trigger: DeclaredCommand = {
  name: 'trigger',
  announce: (command) =>
    command
      .description('Send one callback, and judge and explain the answer')
      .argument('<type>', 'getBalance, makeBet or rollback')
      .argument('[callback-url]', "the agent's callback URL"),
  complete: (command, done) => {
    withCommonOptions(command)
      .option('--bet <amount>', 'makeBet: amount to debit (default: 1)')
      .option('--win <amount>', 'makeBet: amount to credit (default: 0)')
      .option('--transaction <id>', 'transaction_id of the callback (default: a new one)')
      .option('--currency <code>', "currency of the callback (default: the player's first)")
      .action(async (type: string, callbackUrl: string | undefined, options: TriggerFlags) => {
        done(await (await import('./commands/trigger.ts')).trigger(type, callbackUrl, options));
      });
  },
};

const load: DeclaredCommand = {
  name: 'load',
  announce: (command) =>
    command
      .description('Put many players on an agent at once, and check the money of each')
      .argument('[callback-url]', "the agent's callback URL"),
  complete: (command, done) => {
    withLoadOptions(command).action(async (callbackUrl: string | undefined, flags: LoadFlags) => {
      done(await (await import('./commands/load.ts')).load(callbackUrl, flags));
    });
    // Of the options of `load` it takes its own alone.
    withMergeOptions(command.command('merge').configureHelp({ showGlobalOptions: false }))
      .description('Add up the reports of the slices of one load, and judge them as one')
      .argument('<files...>', 'reports of slices, written by --out or --reporter json=FILE')
      .action(async (files: string[], _own: MergeFlags, merge: Command) => {
        // `load` has these options, too, and takes them wherever they stand.
        const flags: MergeFlags = merge.optsWithGlobals();
        done(await (await import('./commands/load-merge.ts')).loadMerge(files, flags));
      });
  },
};

/** The commands that call an agent. */
export const runCommands: CommandGroup = {
  heading: 'Test an agent:',
  commands: [demo, test, play, trigger, load],
};
