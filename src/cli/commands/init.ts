import { constants, copyFile, mkdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { packagePath } from '../../formats/package-files.ts';
import type { ExitCode } from '../../spec/walletproof-error.ts';
import { exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import { shellCommand } from '../../text/shell-command.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { print } from '../output.ts';

interface InitOptions {
  readonly example?: string;
}

const configurationFile = 'walletproof.config.yaml';

/** Writes a first configuration, with `--example` beside an agent to start from; overwrites nothing. */
export const init = async (folder: string, { example }: InitOptions): Promise<ExitCode> => {
  const agent = example === undefined ? undefined : demandExample(example);
  const files = agent?.files ?? [];
  await demandAbsent([...files, configurationFile].map((file) => join(folder, file)));
  await make(async () => {
    await mkdir(folder, { recursive: true });
    for (const file of files) await copy(`${example}/${file}`, join(folder, file));
    await copy(configurationFile, join(folder, configurationFile));
  });
  print(report(folder, agent));
  return exitCodes.passed;
};

const demandExample = (name: string): AgentExample => {
  const example = agentExamples.get(name);
  if (example !== undefined) return example;
  throw new WalletproofError(
    'usage',
    `There is no example "${name}".`,
    `Take one of ${[...agentExamples.keys()].join(', ')}.`,
  );
};

const demandAbsent = async (paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    if ((await stat(path).catch(() => undefined)) === undefined) continue;
    throw new WalletproofError(
      'usage',
      `${path} is there already, and is not overwritten.`,
      'Name another folder: walletproof init [folder].',
    );
  }
};

const copy = async (from: string, to: string): Promise<void> =>
  await copyFile(packagePath(`fixtures/agents/${from}`), to, constants.COPYFILE_EXCL);

const make = async (write: () => Promise<void>): Promise<void> => {
  try {
    await write();
  } catch (cause) {
    throw new WalletproofError(
      'usage',
      `The files cannot be written: ${(cause as Error).message}.`,
      'Name a folder that can be written to.',
      { cause },
    );
  }
};

/** What was written, and the two commands to run next. */
const report = (folder: string, agent: AgentExample | undefined): string => {
  const written = [...(agent?.files ?? []), configurationFile].map((file) => join(folder, file));
  const here = relative('', folder) === '';
  const inFolder = (command: string): string =>
    here ? command : `${shellCommand(['cd', folder])} && ${command}`;
  const start =
    agent === undefined
      ? `(edit ${configurationFile}, and start your agent)`
      : inFolder(agent.start);
  return [
    ...written.map((path) => `wrote ${visibleLine(path)}`),
    '',
    'Next, in two terminals:',
    `  ${start}`,
    `  ${inFolder('walletproof test --strict')}`,
    '',
  ].join('\n');
};

/** An example agent that `init` copies out. */
export interface AgentExample {
  readonly files: readonly string[];
  /** The shell command that starts it, in its folder. */
  readonly start: string;
}

/** By language, which is also the folder in fixtures/agents. docs/agents.md tells more of each. */
export const agentExamples: ReadonlyMap<string, AgentExample> = new Map([
  ['php', { files: ['agent.php', 'serve.php'], start: 'php serve.php' }],
  ['python', { files: ['agent.py'], start: 'python3 agent.py' }],
  ['go', { files: ['agent.go', 'wallet.go', 'go.mod'], start: 'go build -o agent . && ./agent' }],
  ['node', { files: ['agent.mjs', 'wallet.mjs'], start: 'node agent.mjs' }],
]);
