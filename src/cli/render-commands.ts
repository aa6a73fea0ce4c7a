import { type CommandRecord, commandGroups } from './command-records.ts';
import { type OptionRecord, writtenOption } from './option.ts';

/** The reference of all commands as Markdown: `docs/commands.md`. */
export const renderCommands = (): string =>
  [
    '# Commands\n',
    'Generated from the commands themselves; `walletproof COMMAND --help --all` prints the same.\n',
    '## Exit codes\n',
    '| code | meaning |\n|---|---|',
    ...Object.entries(exitCodeTexts).map(([code, text]) => `| ${code} | ${text} |`),
    '',
    ...allCommands().flatMap(commandLines),
  ].join('\n');

/** A command with the names that it is called by: `agents open`. */
interface NamedCommand {
  readonly names: string;
  readonly record: CommandRecord;
}

/** Every command, each before those that it has itself. */
export const allCommands = (
  records: readonly CommandRecord[] = commandGroups.flatMap(({ commands }) => commands),
  parent = '',
): readonly NamedCommand[] =>
  records.flatMap((record) => {
    const names = `${parent} ${record.name}`.trim();
    return [{ names, record }, ...allCommands(record.commands ?? [], names)];
  });

const commandLines = ({ names, record }: NamedCommand): string[] => {
  const { text, args = {}, options, examples, commands } = record;
  const group = commands === undefined ? [] : ['[command]'];
  const lines = Object.entries(examples).flatMap(([line, does]) => [`# ${does}`, line]);
  return [
    `## ${names}\n`,
    `${cell(text)}.\n`,
    `\`${['walletproof', names, ...group, ...Object.keys(args)].join(' ')}\`\n`,
    ...tableOf('argument', Object.entries(args)),
    ...optionLines(names, Object.entries(options).map(optionRow)),
    ...['```bash', ...lines, '```\n'],
  ];
};

/** The command whose options others have, too: they are told there. */
const fullest = 'test';

/** So many rows that two commands have in common are told once. */
const fewestShared = 12;

const optionLines = (names: string, rows: readonly Row[]): string[] => {
  const { options = {} } = allCommands().find((each) => each.names === fullest)?.record ?? {};
  const theirs = new Map(Object.entries(options).map(optionRow));
  const own = rows.filter(([term, text]) => theirs.get(term) !== text);
  if (names === fullest || rows.length - own.length < fewestShared) return tableOf('option', rows);
  const terms = new Set(rows.map(([term]) => term));
  const named = (some: readonly string[]): string => some.map((term) => `\`${term.replace(/ .*/, '')}\``).join(', ');
  const missing = [...theirs.keys()].filter((term) => !terms.has(term));
  const shared = rows.flatMap(([term, text]) => (theirs.get(term) === text ? [term] : []));
  const of = `of [${fullest}](#${fullest})`;
  const but = missing.length === 0 ? '' : ` but ${named(missing)}`;
  const said = missing.length < shared.length ? `Every option ${of}${but}` : `${named(shared)} ${of}`;
  return [`${said}; and:\n`, ...tableOf('option', own)];
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

const optionRow = ([key, record]: [string, OptionRecord]): Row => {
  const { text, variable, choices, default: usual } = record;
  const what = [
    text,
    ...(variable === undefined ? [] : [`(or ${variable})`]),
    ...(choices === undefined ? [] : [`(${choices.join(', ')})`]),
    ...(usual === undefined ? [] : [`(default: ${usual})`]),
  ];
  return [writtenOption(key, record), what.join(' ')];
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
