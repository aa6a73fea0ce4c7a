import { Command } from 'commander';
import { tool } from '../formats/package-files.ts';
import { visibleLine } from '../text/visible-text.ts';
import { declareFiles } from './declare-files.ts';
import { declareRuns } from './declare-runs.ts';
import { declareServe } from './declare-serve.ts';
import { addExamples } from './examples.ts';
import type { TakeExitCode } from './exit-code.ts';
import { log, print } from './output.ts';

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
  for (const declare of [declareRuns, declareServe, declareFiles]) declare(program, takeExitCode);
  addExamples(program);
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
