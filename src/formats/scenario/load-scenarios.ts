import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { visibleLine } from '../../base/visible-text.ts';
import { PointingError, WalletproofError } from '../../spec/walletproof-error.ts';
import { readTextFile } from '../load-files.ts';
import { isHidden, isScenario } from './parsed-suite.ts';
import type { Scenario } from './scenario.ts';

interface ScenarioOptions {
  /** The catalogue's ids; ids are checked by their form only when left out. */
  readonly knownRequirements?: readonly string[];
  /** What relative paths start from; the working folder when left out. */
  readonly cwd?: string;
}

/**
 * The scenarios of files and folders (recursive), each file once, in the order of the paths and
 * sorted within a folder. Throws one WalletproofError that tells of every file that is broken.
 */
export const loadScenarios = async (
  paths: readonly string[],
  { knownRequirements, cwd = process.cwd() }: ScenarioOptions = {},
): Promise<Scenario[]> => {
  const found = await Promise.all(paths.map(async (path) => await findScenarioFiles(path, cwd)));
  const files = new Map(found.flat().map((file) => [resolve(cwd, file), file]));
  const loaded = await Promise.allSettled(
    [...files].map(async ([path, file]) => await loadScenario(path, { file, knownRequirements })),
  );
  const broken = loaded.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (broken.length > 0) throw joinErrors(broken);
  return loaded.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
};

const loadScenario = async (
  path: string,
  about: { readonly file: string; readonly knownRequirements?: readonly string[] },
): Promise<Scenario> => {
  const remedy = 'Give the path of a scenario file, or of a folder with some.';
  const text = await readTextFile({ path, file: about.file, code: 'scenario', remedy });
  // Loaded here: YAML and zod take longer than the rest of a start.
  const { parseScenario } = await import('./parse-scenario.ts');
  return parseScenario({ text, ...about });
};

/** One error that tells of all. */
export const joinErrors = (errors: readonly unknown[]): unknown => {
  const unexpected = errors.find((error) => !(error instanceof WalletproofError));
  const told = errors.filter((error) => error instanceof WalletproofError);
  const [first] = told;
  if (unexpected !== undefined || first === undefined) return unexpected;
  if (told.length === 1) return first;
  const message = told.map(messageOf).join('\n\n');
  const problems = told.flatMap((error) => (error instanceof PointingError ? error.problems : []));
  return new PointingError('scenario', message, first.remedy, { problems });
};

const messageOf = (error: WalletproofError): string =>
  error instanceof PointingError ? error.message : visibleLine(error.message);

/** The scenario files that a path stands for: itself, or all below a folder, sorted. */
export const findScenarioFiles = async (path: string, cwd: string): Promise<string[]> => {
  const found = await stat(resolve(cwd, path)).catch((cause: unknown) => {
    const remedy = 'Give the path of a scenario file, or of a folder with some.';
    throw new WalletproofError('scenario', `there is no file or folder ${path}`, remedy, { cause });
  });
  if (!found.isDirectory()) return [path];
  const files = (await filesBelow(path, cwd)).sort((a, b) => (a < b ? -1 : 1));
  if (files.length > 0) return files;
  const remedy = 'Scenarios are files that end in .yaml or .yml.';
  throw new WalletproofError('scenario', `the folder ${path} has no scenarios`, remedy);
};

const filesBelow = async (folder: string, cwd: string): Promise<string[]> => {
  const entries = await readdir(resolve(cwd, folder), { withFileTypes: true });
  const found = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isHidden(entry.name) ? [] : await filesBelow(path, cwd);
    return isScenario(entry.name) ? [path] : [];
  });
  return (await Promise.all(found)).flat();
};
