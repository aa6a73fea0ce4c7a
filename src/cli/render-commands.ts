import type { Argument, Command, Option } from 'commander';
import { examplesOf, namesOf } from './examples.ts';

/** The reference of all commands as Markdown: `docs/commands.md`. */
export const renderCommands = (program: Command): string =>
  [
    '# Commands\n',
    'Generated from the commands themselves; `walletproof COMMAND --help` prints the same.\n',
    '## Exit codes\n',
    '| code | meaning |\n|---|---|',
    ...Object.entries(exitCodeTexts).map(([code, text]) => `| ${code} | ${text} |`),
    '',
    ...program.commands.flatMap(commandLines),
  ].join('\n');

const commandLines = (command: Command): string[] => {
  const help = command.createHelp();
  const name = namesOf(command);
  const options = help.visibleOptions(command);
  const used = help.commandUsage(command).replace(/ \[options\]/, '');
  return [
    `## ${name}\n`,
    `${cell(command.description())}.\n`,
    `\`${used}\`\n`,
    ...tableOf('argument', command.registeredArguments.map(argumentRow)),
    ...tableOf('option', options.filter(({ long }) => long !== '--help').map(optionRow)),
    ...exampleLines(command),
    ...command.commands.flatMap(commandLines),
  ];
};

type Row = readonly [string, string];

const tableOf = (head: string, rows: readonly Row[]): string[] =>
  rows.length === 0
    ? []
    : [
        `| ${head} | |\n|---|---|`,
        ...rows.map(([term, text]) => `| \`${term.replaceAll('|', '\\|')}\` | ${cell(text)} |`),
        '',
      ];

const argumentRow = (argument: Argument): Row => [
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  argument.description + choicesOf(argument.argChoices),
];

const optionRow = ({ flags, description, argChoices, defaultValue }: Option): Row => [
  flags,
  description + choicesOf(argChoices) + defaultOf(defaultValue),
];

const choicesOf = (choices: readonly string[] | undefined): string =>
  choices === undefined ? '' : ` (${choices.join(', ')})`;

/** `--no-color` and its like are on without being said. */
const defaultOf = (value: unknown): string =>
  value === undefined || typeof value === 'boolean' ? '' : ` (default: ${String(value)})`;

const exampleLines = (command: Command): string[] => {
  const lines = examplesOf(command).flatMap(({ run, does }) => [`# ${does}`, run]);
  return lines.length === 0 ? [] : ['```bash', ...lines, '```\n'];
};

/** What a table of Markdown would take for its own. */
const cell = (text: string): string => text.replaceAll(/[|<*[\]]/g, (sign) => `\\${sign}`);

/** What each exit code of the executable means. */
export const exitCodeTexts: Readonly<Record<number, string>> = {
  0: 'passed: the agent is conformant, or the command did what it was asked',
  1: 'not conformant',
  2: 'wrong usage, configuration or scenario',
  3: 'could not judge: the agent or the platform is unreachable, nothing was judged, or something stayed inconclusive',
  70: 'internal error (please report it)',
  130: 'interrupted; reports are written and marked partial',
};
