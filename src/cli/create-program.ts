import { Command } from 'commander';
import { plural } from '../base/quantities.ts';
import { visibleLine } from '../base/visible-text.ts';
import { tool } from '../formats/package-files.ts';
import { type ExitCode, usageError } from '../spec/walletproof-error.ts';
import { type CommandRecord, commandGroups, firstExamples, otherNames, otherOptions } from './command-records.ts';
import { commanderOption } from './option.ts';
import { log, print } from './output.ts';

/**
 * The commands, as commander reads them. With the arguments of a call only the command that is called is declared whole:
 * to declare every option of all takes longer than `list` has to do. `--help` shows what is needed every day, where a
 * command says what that is, and with `--all` the rest.
 * @throws WalletproofError usage, for a name that another command answers to.
 */
export const createProgram = (done: (code: ExitCode) => void, argv?: readonly string[]): Command => {
  const [first = ''] = argv ?? [];
  const remedy = otherNames.get(first);
  if (remedy !== undefined) throw usageError(`There is no command ${first}.`, remedy);
  const program = new Command('walletproof')
    .description(
      'A game platform in a box: proves the wallet of an agent right, or shows the calls that prove it wrong.',
    )
    .version(tool().version)
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: log, outputError: writeComplaint })
    .showHelpAfterError('(walletproof --help, or walletproof <command> --help)')
    .addHelpText('after', exampleLines(firstExamples));
  const call = { isWhole: neededWhole(argv), isShort: asksForHelp(argv) && !argv.includes('--all'), done };
  for (const { heading, commands } of commandGroups) {
    program.commandsGroup(heading);
    for (const record of commands) declare(program, record, call);
  }
  return program;
};

/** Which commands a call needs whole, by its first argument; all of them where that is not told at sight. */
const neededWhole = (argv: readonly string[] | undefined): ((name: string) => boolean) => {
  const [first = '--help'] = argv ?? ['help'];
  if (['--help', '-h', '--version', '-V'].includes(first)) return () => false;
  const isCommand = commandGroups.some(({ commands }) => commands.some(({ name }) => name === first));
  return (name) => !isCommand || name === first;
};

/** Elsewhere no option is hidden: commander suggests what is seen. */
const asksForHelp = (argv: readonly string[] = []): argv is readonly string[] =>
  argv[0] === 'help' || argv.includes('--help') || argv.includes('-h');

/** What a call needs of the commands. */
interface Call {
  readonly isWhole: (name: string) => boolean;
  /** Its help shows the options of every day. */
  readonly isShort: boolean;
  readonly done: (code: ExitCode) => void;
}

const declare = (parent: Command, record: CommandRecord, call: Call): void => {
  const { name, text, args = {}, options, commands = [], run } = record;
  const command = parent.command(name).description(text);
  for (const [written, what] of Object.entries(args)) command.argument(written, what);
  if (!call.isWhole(parent.parent === null ? name : parent.name())) {
    // Enough for the help of the program, which says `[options]` of it.
    if (Object.keys(options).length > 0) command.option('--help-says-options');
    return;
  }
  declareOptions(command, record, call);
  for (const each of commands) declare(command, each, call);
  if (run === undefined) return;
  // Of `load merge` some options are those of `load`, too, which takes them wherever they stand.
  command.action(async () => call.done(await run(command.processedArgs.flat(), command.optsWithGlobals() as never)));
};

/** Those of every day first, in the order in which the command names them. */
const declareOptions = (command: Command, record: CommandRecord, { isShort }: Call): void => {
  const { options, examples, everyday = Object.keys(options) } = record;
  const placeOf = (name: string): number => everyday.indexOf(name) + 1 || everyday.length + 1;
  for (const [name, option] of Object.entries(options).toSorted(([one], [other]) => placeOf(one) - placeOf(other))) {
    const declared = commanderOption(name, option);
    command.addOption(everyday.includes(name) ? declared : declared.helpGroup('More options:').hideHelp(isShort));
  }
  const others = Object.keys(options).length - everyday.length;
  const isCut = isShort && others > 0;
  const more = `\n\nwalletproof ${command.name()} --help --all shows ${plural(others, 'more option')}.`;
  command
    .addHelpText('after', isCut ? `${exampleLines(examples, 2)}${more}` : exampleLines(examples))
    .configureOutput({ outputError: (said, write) => writeComplaint(withOtherName(said, command), write) });
};

const exampleLines = (examples: Readonly<Record<string, string>>, most = 9): string => {
  const lines = Object.entries(examples).flatMap(([run, does]) => [`  # ${does}`, `  ${run}`]);
  return ['', 'Examples:', ...lines.slice(0, 2 * most)].join('\n');
};

/** An option of another tool is told with ours. */
const withOtherName = (said: string, command: Command): string => {
  const [complaint, flag = ''] = /^error: unknown option '(--[\w-]+)[^\n]*/.exec(said) ?? [];
  const own = otherOptions.get(flag);
  const isOption = command.options.some(({ long }) => long === own);
  const isArgument = command.registeredArguments.some((argument) => `[${argument.name()}]` === own);
  if (complaint === undefined || !(isOption || isArgument)) return said;
  return `${complaint}\n(Did you mean ${isOption ? own : `the argument ${own}`}?)`;
};

/**
 * What commander says of an argument is one line that quotes it, and perhaps one with the word that
 * was meant. No colour in it is ours.
 */
const writeComplaint = (text: string, write: (text: string) => void): void => {
  const said = text.trimEnd();
  const suggestion = /\n\(Did you mean [\w, [\]-]+\?\)$/.exec(said)?.[0] ?? '';
  write(`${visibleLine(said.slice(0, said.length - suggestion.length))}${suggestion}\n`);
};
