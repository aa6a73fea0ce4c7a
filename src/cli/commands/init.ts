import { appendFile, constants, copyFile, lstat, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { shellCommand } from '../../base/shell-command.ts';
import { visibleLine } from '../../base/visible-text.ts';
import { packagePath } from '../../formats/package-files.ts';
import { type ExitCode, exitCodes, usageError } from '../../spec/walletproof-error.ts';
import { detectProject, type Project } from '../detect-project.ts';
import {
  annotations,
  ciPaths,
  configurationFile,
  type FirstFile,
  firstFiles,
  scenarioFile,
  unknownStart,
} from '../first-files.ts';
import { print } from '../output.ts';

interface InitOptions {
  readonly example?: string;
  readonly dryRun?: true;
}

/** Writes what a project begins with; with `--example` a whole agent. Overwrites nothing. */
export const init = async (folder: string, options: InitOptions): Promise<ExitCode> => {
  if (options.example !== undefined) return await initExample(folder, options.example);
  const project = detectProject(folder);
  const isDry = options.dryRun === true;
  const lines = await make(async () => {
    const files = await firstFiles(project);
    const told: string[] = [];
    for (const file of files) told.push(await writeFirst(folder, file, isDry));
    for (const line of ignored) told.push(await ignore(folder, line, isDry));
    return told;
  });
  const next = isDry ? [] : ['', 'Next:', ...nextSteps(folder, project)];
  print([`found ${visibleLine(project.stack)}`, ...lines, ...next, ''].join('\n'));
  return exitCodes.passed;
};

const writeFirst = async (folder: string, file: FirstFile, isDry: boolean): Promise<string> => {
  const path = join(folder, file.path);
  if (await isThere(path)) return `left alone ${visibleLine(path)} (it is there already)`;
  if (isDry) return `would write ${visibleLine(path)}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, file.text, { flag: 'wx' });
  return `wrote ${visibleLine(path)}`;
};

/** What runs leave behind; elsewhere than in Node nobody ignores what npm installs. */
const ignored = ['.walletproof/', 'node_modules/', annotations];

/** Adds a line to .gitignore, once. */
const ignore = async (folder: string, line: string, isDry: boolean): Promise<string> => {
  const path = join(folder, '.gitignore');
  const text = (await isThere(path)) ? await readFile(path, 'utf8') : '';
  const shown = visibleLine(path);
  if (text.split(/\r?\n/).some((each) => each.trim() === line)) {
    return `left alone ${shown} (it has ${line} already)`;
  }
  if (isDry) return `would add ${line} to ${shown}`;
  await appendFile(path, `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
  return `added ${line} to ${shown}`;
};

const nextSteps = (folder: string, project: Project): string[] => {
  const { start } = project;
  const change = relative('', folder) === '' ? [] : [shellCommand(['cd', folder])];
  const ci = project.ci.map((name) => ciPaths[name]).join(', ');
  return [
    ...change,
    ...packageSteps(project),
    `(edit ${configurationFile}: token, callback URL, players)`,
    start === undefined
      ? `(start your agent in another terminal; fill in the command in ${ci}, in place of ${unknownStart})`
      : `${start}    (in another terminal; if your agent starts otherwise, correct ${ci}, too)`,
    'npx --no-install walletproof test',
    `npx --no-install walletproof play ${scenarioFile} --settle`,
  ].map((step) => `  ${step}`);
};

/** What makes the package reachable for a CI, which has the repository alone; then what installs it here. */
const packageSteps = ({ isNode, isInstalled, origin }: Project): readonly string[] => {
  if (origin.kind === 'package.json') return isInstalled ? [] : ['npm install --ignore-scripts'];
  const save = isNode ? '--save-dev' : '--no-save';
  const install = `npm install ${save} --ignore-scripts ./${origin.tarball}`;
  if (origin.kind === 'outside') {
    const why = `(package.json names ${visibleLine(origin.path)}, which a CI does not have: commit the tarball)`;
    return [
      shellCommand(['cp', origin.path, '.']),
      `npm install --save-dev --ignore-scripts ./${origin.tarball}    ${why}`,
    ];
  }
  const put = `(put ${origin.tarball} here and commit it: npm pack in a checkout of walletproof makes it)`;
  return [...(origin.isThere ? [] : [put]), ...(isInstalled ? [] : [install])];
};

const isThere = async (path: string): Promise<boolean> => (await lstat(path).catch(() => undefined)) !== undefined;

/** An agent to start from, with a configuration that fits it. */
const initExample = async (folder: string, example: string): Promise<ExitCode> => {
  const agent = demandExample(example);
  const { files } = agent;
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
  throw usageError(`There is no example "${name}".`, `Take one of ${[...agentExamples.keys()].join(', ')}.`);
};

const demandAbsent = async (paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    if ((await stat(path).catch(() => undefined)) === undefined) continue;
    throw usageError(
      `${path} already exists, and is not overwritten.`,
      'Name another folder: walletproof init [folder].',
    );
  }
};

const copy = async (from: string, to: string): Promise<void> =>
  await copyFile(packagePath(`fixtures/agents/${from}`), to, constants.COPYFILE_EXCL);

const make = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (cause) {
    throw usageError(
      `The files cannot be written: ${(cause as Error).message}.`,
      'Name a folder that can be written to.',
      { cause },
    );
  }
};

/** What was written, and the two commands to run next. */
const report = (folder: string, agent: AgentExample): string => {
  const written = [...agent.files, configurationFile].map((file) => join(folder, file));
  const here = relative('', folder) === '';
  const inFolder = (command: string): string => (here ? command : `${shellCommand(['cd', folder])} && ${command}`);
  return [
    ...written.map((path) => `wrote ${visibleLine(path)}`),
    '',
    'Next, in two terminals:',
    `  ${inFolder(agent.start)}`,
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
