import { Command, Option } from 'commander';
import { startAhead } from '../journal/start-thread.ts';
import type { ExitCode } from '../spec/walletproof-error.ts';
import { visibleLine } from '../text/visible-text.ts';
import { addAgents } from './add-agents.ts';
import type { ExplainFlags } from './commands/explain.ts';
import type { PlayOptions } from './commands/play.ts';
import type { ServeFlags } from './commands/serve.ts';
import type { SignFlags } from './commands/sign.ts';
import type { TriggerFlags } from './commands/trigger.ts';
import type { RunOptions, WatchOptions } from './options.ts';
import {
  collect,
  collectList,
  port,
  publicUrlOption,
  sourceOption,
  withCommonOptions,
  withRunOptions,
  withWatchOptions,
} from './options.ts';
import { log, print } from './output.ts';
import { tool } from './package-files.ts';

/** Takes the exit code of the command that was run. */
type TakeExitCode = (code: ExitCode) => void;

/** The commands, each in a file of its own that is loaded when it is called. */
export const createProgram = (takeExitCode: TakeExitCode): Command => {
  const program = new Command('walletproof')
    .description(
      'A game platform in a box: proves the wallet of an agent right, or shows the calls that prove it wrong.',
    )
    .version(tool().version)
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: log, outputError: writeComplaint })
    .showHelpAfterError('(walletproof --help, or walletproof <command> --help)')
    .configureHelp({ showGlobalOptions: true });
  for (const add of [
    addDemo,
    addServe,
    addTest,
    addPlay,
    addTrigger,
    addSign,
    addList,
    addExplain,
    addDiff,
    addValidate,
    addReport,
    addJudge,
    addReplay,
    addInit,
    addAgents,
  ]) {
    add(program, takeExitCode);
  }
  return program;
};

/**
 * What commander says of an argument is one line that quotes it, and perhaps one with the word that
 * was meant. No colour in it is ours.
 */
const writeComplaint = (text: string, write: (text: string) => void): void => {
  const said = text.trimEnd();
  const suggestion = /\n\(Did you mean [\w, -]+\?\)$/.exec(said)?.[0] ?? '';
  write(`${visibleLine(said.slice(0, said.length - suggestion.length))}${suggestion}\n`);
};

const addDemo = (program: Command, done: TakeExitCode): void => {
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

const addServe = (program: Command, done: TakeExitCode): void => {
  withCommonOptions(program.command('serve'))
    .description('the platform, the games, the dashboard')
    .argument('[callback-url]', "the agent's callback URL")
    .option('--port <n>', 'port to listen on, 0 for a free one', port, 4600)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(...publicUrlOption)
    .option('--tls-cert <file>', 'PEM: serve https with this certificate; with --tls-key')
    .option('--tls-key <file>', 'PEM: the private key of --tls-cert')
    .option('--journal <file>', 'where every exchange is kept', '.walletproof/journal.db')
    .option('--scenarios <folder>', 'where recordings are saved', '.walletproof/scenarios')
    .option('--example-agent', 'serve the bundled example agent, started beside')
    .option('--defect <name>', 'with --example-agent: give it a defect')
    .option('--variant <name>', 'with --example-agent: make it different in a way that is right')
    .option(
      '--accept <names>',
      'take signatures in these dialects alone, such as minimal,php (default: as configured, else any)',
      collectList,
    )
    .option('--explain', 'tell the agent, in the message of invalid_signature, what it did wrong')
    .action(async (callbackUrl: string | undefined, options: ServeFlags) => {
      if (options.journal !== ':memory:') startAhead();
      done(await (await import('./commands/serve.ts')).serve(callbackUrl, options));
    });
};

const addTest = (program: Command, done: TakeExitCode): void => {
  withWatchOptions(withRunOptions(program.command('test')))
    .description('conformance: every shipped scenario against your agent')
    .argument('[callback-url]', "the agent's callback URL")
    .action(async (callbackUrl: string | undefined, options: RunOptions & WatchOptions) => {
      done(await (await import('./commands/play.ts')).test(callbackUrl, options));
    });
};

const addPlay = (program: Command, done: TakeExitCode): void => {
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

const addTrigger = (program: Command, done: TakeExitCode): void => {
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

const addSign = (program: Command, done: TakeExitCode): void => {
  program
    .command('sign')
    .description('sign a JSON body: its canonical string and signature')
    .argument('[file]', 'the body; standard input when left out or -')
    .option('--token <token>', 'the API token (or WALLETPROOF_TOKEN; default: test-token)')
    .option('--dialect <name>', 'how the signed JSON is written', 'minimal')
    .option('--stamp', 'put the current time into timestamp first')
    .option('--curl <url>', 'print a curl command that sends it there')
    .option('--canonical', 'print the string that is signed, to the byte: no newline after it')
    .option('--json', 'as JSON: body, dialect, canonical, signature, curl')
    .action(async (file: string | undefined, options: SignFlags) => {
      done(await (await import('./commands/sign.ts')).sign(file, options));
    });
};

const addList = (program: Command, done: TakeExitCode): void => {
  program
    .command('list')
    .description('the catalogue')
    .argument('[what]', 'requirements, scenarios, defects, quirks or findings; all when left out')
    .option('--json', 'as JSON')
    .action(async (what: string | undefined, options: { json?: true }) => {
      done(await (await import('./commands/list.ts')).list(what, options));
    });
};

const addExplain = (program: Command, done: TakeExitCode): void => {
  program
    .command('explain')
    .description('anything by its name, or why a signature does not fit')
    .argument(
      '[what]',
      'a requirement (IDEM-06), a finding (win-not-reverted), a mistake (slash-escaped), an operation (freespins_grant), a callback (makeBet), an error code (game_not_found), a setting (retries); or a file with a body, a curl command or an HTTP request (standard input when left out or -)',
    )
    .option('--signature <hex>', 'the X-Signature of the body')
    .option('--token <token>', 'the API token (or WALLETPROOF_TOKEN; default: test-token)')
    .addOption(
      new Option('--direction <which>', 'a request is trimmed before it is signed')
        .choices(['request', 'callback'])
        .default('request'),
    )
    .option('--json', 'as JSON')
    .option('--no-color', 'plain text')
    .action(async (what: string | undefined, options: ExplainFlags) => {
      done(await (await import('./commands/explain.ts')).explain(what, options));
    });
};

const addDiff = (program: Command, done: TakeExitCode): void => {
  program
    .command('diff')
    .description('two stored runs: what newly fails, is fixed, or changed')
    .argument('<before>', 'report.json of the earlier run; - is standard input')
    .argument('<now>', 'report.json of the later run')
    .option('--json', 'as JSON')
    .option('--no-color', 'plain text')
    .action(async (before: string, now: string, options: { json?: true; color: boolean }) => {
      done(await (await import('./commands/diff.ts')).diff(before, now, options));
    });
};

const addValidate = (program: Command, done: TakeExitCode): void => {
  program
    .command('validate')
    .description('check scenarios and configuration without running them')
    .argument('<files...>', 'scenario files, folders of them, walletproof.config.yaml')
    .action(async (files: string[]) => {
      done(await (await import('./commands/validate.ts')).validate(files));
    });
};

const withReporters = (command: Command): Command =>
  command
    .argument('<run>', 'a stored run: the file of --reporter json=FILE, or - for standard input')
    .option(
      '--reporter <name[=file]>',
      'how to tell the run: pretty, html, junit, … (repeatable)',
      collect,
    )
    .option('--no-color', 'plain text');

const addReport = (program: Command, done: TakeExitCode): void => {
  withReporters(program.command('report'))
    .description('reports of a stored run')
    .action(async (file: string, options: RunOptions) => {
      done(await (await import('./commands/report.ts')).report(file, options));
    });
};

const addJudge = (program: Command, done: TakeExitCode): void => {
  withReporters(program.command('judge'))
    .description('judge a stored run again, offline')
    .addOption(sourceOption())
    .action(async (file: string, options: RunOptions) => {
      done(await (await import('./commands/report.ts')).judge(file, options));
    });
};

const addReplay = (program: Command, done: TakeExitCode): void => {
  withRunOptions(program.command('replay'))
    .description('play what broke in a stored run again: FIXED, FAILED, or could not judge')
    .argument('<run>', 'a stored run: the file of --reporter json=FILE')
    .argument('[requirement]', 'only the breaches of this one')
    .option('--callback-url <url>', "the agent's callback URL (default: that of the run)")
    .action(async (file: string, requirement: string | undefined, options: RunOptions) => {
      done(await (await import('./commands/replay.ts')).replay(file, requirement, options));
    });
};

const addInit = (program: Command, done: TakeExitCode): void => {
  program
    .command('init')
    .description('a first configuration, and an example agent to start from')
    .argument('[folder]', 'where to write them', '.')
    .option('--example <language>', 'an agent in php, python, go or node')
    .action(async (folder: string, options: { example?: string }) => {
      done(await (await import('./commands/init.ts')).init(folder, options));
    });
};
