import type { Command } from 'commander';
import type { TakeExitCode } from './exit-code.ts';

/** A command in two parts: what the help of the program says of it, and what only who calls it needs. */
export interface DeclaredCommand {
  readonly name: string;
  /** False where it has none of its own. */
  readonly hasOptions?: false;
  /** Declares description and arguments. */
  readonly announce: (command: Command) => void;
  /** Declares options, subcommands and the action. */
  readonly complete: (command: Command, done: TakeExitCode) => void;
}

/** Commands under one heading of the help. */
export interface CommandGroup {
  readonly heading: string;
  readonly commands: readonly DeclaredCommand[];
}

/** Declares the commands of the group, whole where `isWhole` says so. */
export const declareGroup = (
  program: Command,
  { heading, commands }: CommandGroup,
  { isWhole, done }: { readonly isWhole: (name: string) => boolean; readonly done: TakeExitCode },
): void => {
  program.commandsGroup(heading);
  for (const { name, hasOptions = true, announce, complete } of commands) {
    const command = program.command(name);
    announce(command);
    if (isWhole(name)) complete(command, done);
    // Enough for the help of the program, which says `[options]` of it.
    else if (hasOptions) command.option('--help-says-options');
  }
};
