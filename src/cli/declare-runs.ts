import type { Command } from 'commander';
import type { PlayOptions } from './commands/play.ts';
import type { TriggerFlags } from './commands/trigger.ts';
import type { TakeExitCode } from './exit-code.ts';
import type { RunOptions, WatchOptions } from './options.ts';
import { withCommonOptions, withRunOptions, withWatchOptions } from './options.ts';

/** The commands that call an agent. */
export const declareRuns = (program: Command, done: TakeExitCode): void => {
  program.commandsGroup('Test an agent:');
  for (const declare of [declareDemo, declareTest, declarePlay, declareReplay, declareTrigger])
    declare(program, done);
};

const declareDemo = (program: Command, done: TakeExitCode): void => {
  withRunOptions(program.command('demo'))
    .description('the whole suite against the bundled example agent')
    .option(
      '--defect <name>',
      'give the example agent a defect (walletproof list defects); implies --strict',
    )
    .option('--variant <name>', 'make the example agent different in a way that is right')
    .action(async (options: RunOptions & { defect?: string; variant?: string }) => {
      done(await (await import('./commands/demo.ts')).demo(options));
    });
};

const declareTest = (program: Command, done: TakeExitCode): void => {
  withWatchOptions(withRunOptions(program.command('test')))
    .description('conformance: every shipped scenario against your agent')
    .argument('[callback-url]', "the agent's callback URL")
    .action(async (callbackUrl: string | undefined, options: RunOptions & WatchOptions) => {
      done(await (await import('./commands/play.ts')).test(callbackUrl, options));
    });
};

const declarePlay = (program: Command, done: TakeExitCode): void => {
  withWatchOptions(withRunOptions(program.command('play')))
    .description('your own scenarios')
    .argument('<files...>', 'scenario files, or folders of them')
    .option('--callback-url <url>', "the agent's callback URL")
    .option(
      '--settle',
      'as test does: ask the agent first, fund accounts, and give back at the end what was moved',
    )
    .action(async (files: string[], options: PlayOptions) => {
      done(await (await import('./commands/play.ts')).play(files, options));
    });
};

const declareReplay = (program: Command, done: TakeExitCode): void => {
  withRunOptions(program.command('replay'))
    .description('play what broke in a stored run again: FIXED, FAILED, or could not judge')
    .argument('<run>', 'a stored run: the file of --reporter json=FILE')
    .argument('[requirement]', 'only the breaches of this one')
    .option('--callback-url <url>', "the agent's callback URL (default: that of the run)")
    .action(async (file: string, requirement: string | undefined, options: RunOptions) => {
      done(await (await import('./commands/replay.ts')).replay(file, requirement, options));
    });
};

const declareTrigger = (program: Command, done: TakeExitCode): void => {
  withCommonOptions(program.command('trigger'))
    .description('one callback, judged and explained')
    .argument('<type>', 'getBalance, makeBet or rollback')
    .argument('[callback-url]', "the agent's callback URL")
    .option('--bet <amount>', 'makeBet: amount to debit (default: 1)')
    .option('--win <amount>', 'makeBet: amount to credit (default: 0)')
    .option('--transaction <id>', 'transaction_id (default: a new one)')
    .option('--currency <code>', "currency (default: the player's first)")
    .action(async (type: string, callbackUrl: string | undefined, options: TriggerFlags) => {
      done(await (await import('./commands/trigger.ts')).trigger(type, callbackUrl, options));
    });
};
