import type { Command } from 'commander';
import { type ExitCode, exitCodes } from '../../spec/walletproof-error.ts';
import { bashScript, zshScript } from '../completion/bash-script.ts';
import { type CompletedCommand, completedProgram } from '../completion/completed-program.ts';
import { fishScript } from '../completion/fish-script.ts';
import { exampleAgentFile } from '../example-agent-file.ts';
import { printExact } from '../output.ts';

/** The shells that there is a script for. */
export type Shell = 'bash' | 'zsh' | 'fish';

/** Prints the script that completes the commands of `program` in a shell. */
export const completion = async (shell: Shell, program: Command): Promise<ExitCode> => {
  const [defects, variants] = await Promise.all([namesIn('defects'), namesIn('variants')]);
  printExact(scripts[shell](completedProgram(program, { defects, variants })));
  return exitCodes.passed;
};

const scripts: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

const namesIn = async (list: 'defects' | 'variants'): Promise<readonly string[]> => {
  const agent = (await import(exampleAgentFile(`${list}.js`))) as Readonly<
    Record<typeof list, readonly { readonly name: string }[]>
  >;
  return agent[list].map(({ name }) => name);
};
