import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { SavedScenario, ScenarioView } from '../api/schemas/scenarios.ts';
import { isFileName } from '../base/file-name.ts';
import { shellCommand } from '../base/shell-command.ts';
import { loadScenarios } from '../formats/scenario/load-scenarios.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { usageError, WalletproofError } from '../spec/walletproof-error.ts';

export interface ScenarioStoreOptions {
  /** Loads the suite. */
  readonly suite: () => Promise<readonly Scenario[]>;
  /** Where scenarios are saved; made with the first. */
  readonly folder: string;
  /** Follows the file in the command that plays it, such as `--callback-url` and the URL. */
  readonly playArguments: () => readonly string[];
  /** Told when the list has changed. */
  readonly onChange: () => void;
}

/** Every scenario that can be played: the suite, and what was saved. */
export interface ScenarioStore {
  list(): Promise<readonly ScenarioView[]>;
  /** Those that are whole. */
  all(): Promise<{ readonly suite: readonly Scenario[]; readonly saved: readonly Scenario[] }>;
  /** The YAML; undefined where there is no such scenario. */
  source(file: string): Promise<string | undefined>;
  /** Checks the scenario and writes it; a usage error where the name is taken or is none. */
  save(name: string, yaml: string): Promise<SavedScenario>;
  /** Lets it be run under this name without a file, as long as the platform serves; gives the name. */
  lend(file: string, yaml: string): Promise<string>;
}

/** A desk over a folder; the suite is read once, the folder each time. */
export const createScenarioStore = (options: ScenarioStoreOptions): ScenarioStore => {
  let suite: Promise<readonly Scenario[]> | undefined;
  const shipped = (): Promise<readonly Scenario[]> => {
    suite ??= options.suite();
    return suite;
  };
  const lent = new Map<string, Scenario>();
  const all = async () => {
    const loaded = await loadEach(options.folder);
    const saved = loaded.flatMap((each) => each.scenario ?? []);
    return { suite: await shipped(), saved: [...saved, ...lent.values()] };
  };
  return {
    all,
    list: async () => [
      ...(await loadEach(options.folder)).map(viewOfSaved),
      ...(await shipped()).map((scenario) => viewOf(scenario, 'suite')),
    ],
    source: async (file) => {
      const { suite: ours, saved } = await all();
      return [...saved, ...ours].find((scenario) => scenario.file === file)?.source;
    },
    save: async (name, yaml) => await save(options, name, yaml),
    lend: async (file, yaml) => {
      const { parseScenario } = await import('../formats/scenario/parse-scenario.ts');
      const parsed = { text: yaml, file, knownRequirements: await knownRequirements() };
      lent.set(file, parseScenario(parsed));
      return file;
    },
  };
};

interface Loaded {
  readonly file: string;
  readonly scenario?: Scenario;
  readonly error?: string;
}

/** Loaded with the first use: most starts save and run nothing. */
const knownRequirements = async (): Promise<readonly string[]> => {
  const { requirements } = await import('../spec/requirements/catalogue.ts');
  return requirements.map(({ id }) => id);
};

const loadEach = async (folder: string): Promise<readonly Loaded[]> => {
  const names = await readdir(folder).catch(() => [] as string[]);
  const files = names.filter((name) => name.endsWith('.yaml')).sort();
  return await Promise.all(files.map(async (name) => await loadOne(fileOf(folder, name))));
};

const loadOne = async (file: string): Promise<Loaded> => {
  try {
    const [scenario] = await loadScenarios([file], {
      knownRequirements: await knownRequirements(),
    });
    return scenario === undefined ? { file } : { file, scenario };
  } catch (error) {
    if (error instanceof WalletproofError) return { file, error: error.message };
    throw error;
  }
};

/** As a user would name it: from the working folder where it lies below. */
const fileOf = (folder: string, name: string): string => {
  const path = relative('', join(folder, name));
  return path.startsWith('..') ? join(folder, name) : path;
};

const viewOf = ({ file, title, requirements: ids }: Scenario, home: ScenarioView['home']): ScenarioView => ({
  file,
  title,
  requirements: ids,
  home,
});

const viewOfSaved = ({ file, scenario, error }: Loaded): ScenarioView =>
  scenario === undefined
    ? { file, title: file, requirements: [], home: 'saved', error: error ?? '' }
    : viewOf(scenario, 'saved');

const save = async (
  { folder, playArguments, onChange }: ScenarioStoreOptions,
  name: string,
  yaml: string,
): Promise<SavedScenario> => {
  if (!isFileName(name)) throw noName(name);
  const file = fileOf(folder, `${name}.yaml`);
  // Loaded here: YAML and zod take longer than the rest of a start.
  const { parseScenario } = await import('../formats/scenario/parse-scenario.ts');
  parseScenario({ text: yaml, file, knownRequirements: await knownRequirements() });
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(file, yaml, { flag: 'wx' });
  } catch (cause) {
    throw notWritten(file, cause as NodeJS.ErrnoException);
  }
  onChange();
  return { file, command: shellCommand(['walletproof', 'play', file, ...playArguments()]) };
};

const noName = (name: string): WalletproofError =>
  usageError(
    `${JSON.stringify(name.slice(0, 100))} is not a valid name for a scenario.`,
    'Use letters, digits, dashes, dots and underscores, 80 at most, such as lost-answer.',
  );

const notWritten = (file: string, cause: NodeJS.ErrnoException): WalletproofError =>
  cause.code === 'EEXIST'
    ? usageError(`${file} already exists.`, 'Choose another name.', { cause })
    : new WalletproofError(
        'environment',
        `${file} cannot be written: ${cause.message}.`,
        'Free some space, check the permissions, or name another folder with --scenarios.',
        { cause },
      );
