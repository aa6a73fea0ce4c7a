import type { Command } from 'commander';
import { Option } from 'commander';
import type { ExplainFlags } from './commands/explain.ts';
import type { SignFlags } from './commands/sign.ts';
import type { TakeExitCode } from './exit-code.ts';
import type { RunOptions } from './options.ts';
import { collect, sourceOption } from './options.ts';

/** The commands that work on files and on the catalogue. */
export const declareFiles = (program: Command, done: TakeExitCode): void => {
  program.commandsGroup('Read, check and explain:');
  for (const declare of [
    declareSign,
    declareList,
    declareExplain,
    declareDiff,
    declareValidate,
    declareReport,
    declareJudge,
    declareInit,
  ])
    declare(program, done);
};

const declareSign = (program: Command, done: TakeExitCode): void => {
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

const declareList = (program: Command, done: TakeExitCode): void => {
  program
    .command('list')
    .description('the catalogue')
    .argument('[what]', 'requirements, scenarios, defects, quirks or findings; all when left out')
    .option('--json', 'as JSON')
    .action(async (what: string | undefined, options: { json?: true }) => {
      done(await (await import('./commands/list.ts')).list(what, options));
    });
};

const declareExplain = (program: Command, done: TakeExitCode): void => {
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

const declareDiff = (program: Command, done: TakeExitCode): void => {
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

const declareValidate = (program: Command, done: TakeExitCode): void => {
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

const declareReport = (program: Command, done: TakeExitCode): void => {
  withReporters(program.command('report'))
    .description('reports of a stored run')
    .action(async (file: string, options: RunOptions) => {
      done(await (await import('./commands/report.ts')).report(file, options));
    });
};

const declareJudge = (program: Command, done: TakeExitCode): void => {
  withReporters(program.command('judge'))
    .description('judge a stored run again, offline')
    .addOption(sourceOption())
    .action(async (file: string, options: RunOptions) => {
      done(await (await import('./commands/report.ts')).judge(file, options));
    });
};

const declareInit = (program: Command, done: TakeExitCode): void => {
  program
    .command('init')
    .description('a first configuration, and an example agent to start from')
    .argument('[folder]', 'where to write them', '.')
    .option('--example <language>', 'an agent in php, python, go or node')
    .action(async (folder: string, options: { example?: string }) => {
      done(await (await import('./commands/init.ts')).init(folder, options));
    });
};
