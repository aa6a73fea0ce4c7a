import type { Completed, CompletedCommand } from './completed-program.ts';

/** A script for fish: `walletproof completion fish | source`. */
export const fishScript = (commands: readonly CompletedCommand[]): string =>
  [
    '# Completion of walletproof for fish. Written by: walletproof completion fish',
    'complete -c walletproof -f',
    ...commands.flatMap((command) => linesOf(command, commands)),
    '',
  ].join('\n');

const linesOf = (command: CompletedCommand, all: readonly CompletedCommand[]): string[] => {
  const { path, subcommands, options, arguments: places } = command;
  const inside = `-n ${quoted(conditionOf(path, all))}`;
  const descriptionOf = (name: string): string =>
    all.find((each) => each.path === `${path} ${name}`.trim())?.description ?? '';
  return [
    ...subcommands.map((name) => `complete -c walletproof ${inside} -a ${name} -d ${quoted(descriptionOf(name))}`),
    ...options.map(({ flags, description, value }) =>
      [
        `complete -c walletproof ${inside}`,
        ...flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)),
        ...valueWords(value),
        `-d ${quoted(description)}`,
      ].join(' '),
    ),
    ...places
      .filter(({ kind }) => kind !== 'text')
      .map((value) => [`complete -c walletproof ${inside}`, ...argumentOf(value)].join(' ')),
  ];
};

/** Below the command, and below none of its own. */
const conditionOf = (path: string, all: readonly CompletedCommand[]): string => {
  const deeper = all
    .map((each) => each.path)
    .filter((each) => each !== path && (path === '' || each.startsWith(`${path} `)))
    .map((each) => each.slice(path.length).trim().split(' ')[0]);
  const inside = path.split(' ').filter(Boolean);
  const conditions = [
    ...inside.map((name) => `__fish_seen_subcommand_from ${name}`),
    ...(deeper.length === 0 ? [] : [`not __fish_seen_subcommand_from ${[...new Set(deeper)].join(' ')}`]),
  ];
  return conditions.join('; and ');
};

const valueWords = (value: Completed): string[] => {
  switch (value.kind) {
    case 'flag':
      return [];
    case 'text':
      return ['-x'];
    case 'files':
      return ['-r', '-F'];
    case 'words':
      return ['-x', `-a ${quoted(value.words.join(' '))}`];
  }
};

const argumentOf = (value: Completed): string[] =>
  value.kind === 'words' ? [`-a ${quoted(value.words.join(' '))}`] : ['-F'];

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
