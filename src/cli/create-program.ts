import { Command } from 'commander';
import { visibleLine } from '../base/visible-text.ts';
import { tool } from '../formats/package-files.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { fileCommands } from './declare-files.ts';
import { runCommands } from './declare-runs.ts';
import { serveCommands } from './declare-serve.ts';
import { declareGroup } from './declared-command.ts';
import { addExamples } from './examples.ts';
import type { TakeExitCode } from './exit-code.ts';
import { log, print } from './output.ts';

/**
 * The commands, each in a file of its own that is loaded when it is called. With the arguments of a call only the
 * command that is called is declared whole: to declare every option of all takes longer than `list` has to do.
 * @throws WalletproofError usage, for a command that became an option of another.
 */
export const createProgram = (done: TakeExitCode, argv?: readonly string[]): Command => {
  const [first = ''] = argv ?? [];
  const now = movedCommands.get(first);
  if (now !== undefined) throw new WalletproofError('usage', `There is no command ${first}.`, `Write ${now}.`);
  const program = new Command('walletproof')
    .description(
      'A game platform in a box: proves the wallet of an agent right, or shows the calls that prove it wrong.',
    )
    .version(tool().version)
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: log, outputError: writeComplaint })
    .showHelpAfterError('(walletproof --help, or walletproof <command> --help)')
    .configureHelp({ showGlobalOptions: true });
  const isWhole = neededWhole(argv);
  for (const group of groups) declareGroup(program, group, { isWhole, done });
  addExamples(program);
  return program;
};

/** What does now what a command of its own did. */
const movedCommands: ReadonlyMap<string, string> = new Map([
  ['judge', 'walletproof report RUN.json --judge'],
  ['diff', 'walletproof report NOW.json --against BEFORE.json'],
  ['replay', 'walletproof test --failed RUN.json'],
]);

const groups = [runCommands, serveCommands, fileCommands];

/** Which commands a call needs whole, by its first argument; all of them where that is not told at sight. */
const neededWhole = (argv: readonly string[] | undefined): ((name: string) => boolean) => {
  const [first = '--help'] = argv ?? ['help'];
  if (['--help', '-h', '--version', '-V'].includes(first)) return () => false;
  const isCommand = groups.some(({ commands }) => commands.some(({ name }) => name === first));
  if (!isCommand) return () => true;
  return (name) => name === first;
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
