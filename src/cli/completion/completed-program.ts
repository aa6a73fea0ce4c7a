import type { Argument, Command, Option } from 'commander';
import { platformNames } from '../../report/explain-platform.ts';
import { reporterNames } from '../../report/reporters.ts';
import { dialects } from '../../signing/dialects.ts';
import { findings } from '../../spec/finding.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import { levels } from '../../spec/verdict.ts';
import { namesOf } from '../examples.ts';

/** What may stand at a place of a command line. */
export type Completed =
  | { readonly kind: 'flag' }
  | { readonly kind: 'text' }
  | { readonly kind: 'files' }
  /** One of the words, or with commas several. */
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly several: boolean };

export interface CompletedOption {
  /** `-f`, `--follow`. */
  readonly flags: readonly string[];
  readonly description: string;
  readonly value: Completed;
}

export interface CompletedCommand {
  /** `agents open`; empty for the program itself. */
  readonly path: string;
  readonly description: string;
  readonly subcommands: readonly string[];
  readonly options: readonly CompletedOption[];
  readonly arguments: readonly Completed[];
}

/** Names that a program knows only once it is loaded. */
export interface LoadedNames {
  readonly defects: readonly string[];
  readonly variants: readonly string[];
}

/** The commands of a program with what may follow them, itself first. */
export const completedProgram = (command: Command, loaded: LoadedNames): readonly CompletedCommand[] => {
  const lists = listsOf(loaded);
  const help = command.createHelp();
  const own = {
    path: namesOf(command),
    description: command.description(),
    subcommands: help.visibleCommands(command).map((each) => each.name()),
    options: help.visibleOptions(command).map((option) => completedOption(option, lists)),
    arguments: command.registeredArguments.map((each) => completedArgument(each, command, lists)),
  };
  return [own, ...command.commands.flatMap((each) => completedProgram(each, loaded))];
};

type Lists = Readonly<Record<string, readonly string[]>>;

/** By the name of an option, or of a command and its argument. */
const listsOf = ({ defects, variants }: LoadedNames): Lists => {
  const ids = requirements.map(({ id }) => id);
  const groups = [...new Set(ids.map((id) => id.replace(/-.*/, '')))];
  const names = dialects.map(({ name }) => name);
  return {
    only: [...groups, ...levels, ...ids],
    skip: [...groups, ...levels, ...ids],
    reporter: reporterNames,
    defect: defects,
    variant: variants,
    dialect: [...names, 'auto'],
    accept: names,
    example: ['php', 'python', 'go', 'node'],
    'list what': ['requirements', 'scenarios', 'defects', 'quirks', 'findings'],
    'explain what': [...ids, ...Object.keys(findings), ...platformNames],
    'trigger type': ['getBalance', 'makeBet', 'rollback'],
  };
};

const severalOf: ReadonlySet<string> = new Set(['only', 'skip', 'accept']);

const completedOption = (option: Option, lists: Lists): CompletedOption => {
  const flags = [option.short, option.long].filter((flag) => flag !== undefined);
  return { flags, description: option.description, value: completedValue(option, lists) };
};

const completedValue = (option: Option, lists: Lists): Completed => {
  if (!option.required && !option.optional) return { kind: 'flag' };
  const name = option.attributeName();
  const words = option.argChoices ?? lists[name];
  if (words !== undefined) return { kind: 'words', words, several: severalOf.has(name) };
  return { kind: isFile(option.flags) ? 'files' : 'text' };
};

const completedArgument = (argument: Argument, command: Command, lists: Lists): Completed => {
  const words = argument.argChoices ?? lists[`${command.name()} ${argument.name()}`];
  if (words !== undefined) return { kind: 'words', words, several: false };
  return { kind: isFile(`<${argument.name()}>`) ? 'files' : 'text' };
};

/** By the name of its value: `<file>`, `<files...>`. */
const isFile = (flags: string): boolean =>
  /[<[](?:files?|folder|path|run|before|now|traffic|recording)s?[.\]>]/.test(flags);
