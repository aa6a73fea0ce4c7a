import { Option } from 'commander';
import { reporterNames } from '../report/reporters.ts';
import type { CompareFlags } from './commands/compare.ts';
import type { ReportOptions } from './commands/report.ts';
import type { SignFlags } from './commands/sign.ts';
import type { CommandGroup, DeclaredCommand } from './declared-command.ts';
import { collect, sourceOption, wholeNumber } from './options.ts';
import type { ExplainFlags } from './signing-input.ts';

const sign: DeclaredCommand = {
  name: 'sign',
  announce: (command) =>
    command
      .description('Sign a JSON body, and print its signature')
      .argument('[file]', 'file with the body (default: standard input; - is standard input, too)'),
  complete: (command, done) => {
    command
      .option('--token <token>', 'the API token (or WALLETPROOF_TOKEN; default: test-token)')
      .option('--dialect <name>', 'dialect: how the signed JSON is serialised', 'minimal')
      .option('--stamp', 'set the field timestamp to the current time before signing')
      .option('--curl <url>', 'print a curl command that sends the signed body to this URL')
      .option('--canonical', 'print the exact string that is signed, without a newline after it')
      .option('--json', 'print JSON: body, dialect, canonical, signature, curl')
      .action(async (file: string | undefined, options: SignFlags) => {
        done(await (await import('./commands/sign.ts')).sign(file, options));
      });
  },
};

const list: DeclaredCommand = {
  name: 'list',
  announce: (command) =>
    command
      .description('List requirements, scenarios, defects, quirks and findings')
      .argument('[what]', 'requirements, scenarios, defects, quirks or findings (default: all of them)'),
  complete: (command, done) => {
    command.option('--json', 'print JSON').action(async (what: string | undefined, options: { json?: true }) => {
      done(await (await import('./commands/list.ts')).list(what, options));
    });
  },
};

const explain: DeclaredCommand = {
  name: 'explain',
  announce: (command) =>
    command
      .description('Explain a requirement, a finding or any other name, or find out why a signature is wrong')
      .argument(
        '[what]',
        'a requirement (IDEM-06), a finding (win-not-reverted), a signing mistake (slash-escaped), an operation (freespins_grant), a callback (makeBet), an error code (game_not_found), a setting (retries); or a file with a body, a curl command or an HTTP request (default: standard input; - is standard input, too)',
      ),
  complete: (command, done) => {
    command
      .option('--signature <hex>', 'the X-Signature header that came with the body')
      .option('--token <token>', 'the API token (or WALLETPROOF_TOKEN; default: test-token)')
      .addOption(
        new Option(
          '--direction <which>',
          'what was signed: a request of the agent (its strings are trimmed before signing) or a callback of the platform',
        )
          .choices(['request', 'callback'])
          .default('request'),
      )
      .option('--json', 'print JSON')
      .option('--no-color', 'print without colours')
      .action(async (what: string | undefined, options: ExplainFlags) => {
        done(await (await import('./commands/explain.ts')).explain(what, options));
      });
  },
};

const compare: DeclaredCommand = {
  name: 'compare',
  announce: (command) =>
    command
      .description('Compare recorded traffic of a platform with walletproof, field by field')
      .argument('<recording>', 'HAR, folder of recorded requests, or journal of serve'),
  complete: (command, done) => {
    command
      .option('--config <file>', 'configuration (default: walletproof.config.yaml, if there)')
      .option('--agent-id <n>', 'agent that --token belongs to (default: 1001)', wholeNumber)
      .option('--token <token>', 'API token of the recording (or WALLETPROOF_TOKEN)')
      .option(
        '--write-config <file>',
        'write the configuration with the settings that the differences propose; - is standard output',
      )
      .option('--json', 'print JSON')
      .option('--no-color', 'print without colours')
      .action(async (recording: string, options: CompareFlags) => {
        done(await (await import('./commands/compare.ts')).compare(recording, options));
      });
  },
};

const validate: DeclaredCommand = {
  name: 'validate',
  announce: (command) =>
    command
      .description('Check scenarios and configuration without running them')
      .argument('<files...>', 'scenario files, folders of them, walletproof.config.yaml'),
  complete: (command, done) => {
    command
      .option('--json', 'what is wrong, as JSON: file, line, column, message, remedy, severity')
      .action(async (files: string[], options: { json?: true }) => {
        done(await (await import('./commands/validate.ts')).validate(files, options));
      });
  },
};

const report: DeclaredCommand = {
  name: 'report',
  announce: (command) =>
    command
      .description('Report a stored run, judge it again, or say what newly fails in it; no agent is called')
      .argument('<run>', 'stored run, written by --reporter json=FILE; - is standard input'),
  complete: (command, done) => {
    command
      .option('--judge', 'judge it again with this version, and say on stderr what differs from its verdict')
      .addOption(sourceOption())
      .addOption(
        new Option(
          '--against <run>',
          'compare it with this earlier stored run: newly failing, fixed, changed; - is standard input',
        ).conflicts('reporter'),
      )
      .option('--json', 'print the comparison as JSON')
      .option(
        '--reporter <name[=file]>',
        `output format: ${reporterNames.join(', ')} (repeatable; default: pretty)`,
        collect,
      )
      .option('--no-color', 'print without colours')
      .action(async (file: string, options: ReportOptions) => {
        done(await (await import('./commands/report.ts')).report(file, options));
      });
  },
};

const init: DeclaredCommand = {
  name: 'init',
  announce: (command) =>
    command
      .description('Write a configuration, a first scenario and a CI workflow for your project')
      .argument('[folder]', 'folder of your project', '.'),
  complete: (command, done) => {
    command
      .option(
        '--example <language>',
        'write a complete example agent in this language instead: php, python, go or node',
      )
      .option('--dry-run', 'list what would be written, and write nothing')
      .action(async (folder: string, options: { example?: string; dryRun?: true }) => {
        done(await (await import('./commands/init.ts')).init(folder, options));
      });
  },
};

/** The commands that work on files and on the catalogue. */
export const fileCommands: CommandGroup = {
  heading: 'Read, check and explain:',
  commands: [sign, list, explain, compare, validate, report, init],
};
