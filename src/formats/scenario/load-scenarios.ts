import { resolve } from 'node:path';
import type { Scenario } from '../../spec/scenario.ts';
import { WalletproofError } from '../../spec/walletproof-error.ts';
import { readTextFile } from '../document/read-text-file.ts';
import { findScenarioFiles } from './find-scenario-files.ts';

export interface LoadOptions {
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
  { knownRequirements, cwd = process.cwd() }: LoadOptions = {},
): Promise<Scenario[]> => {
  const found = await Promise.all(paths.map(async (path) => await findScenarioFiles(path, cwd)));
  const files = new Map(found.flat().map((file) => [resolve(cwd, file), file]));
  const known = knownRequirements === undefined ? {} : { knownRequirements };
  const loaded = await Promise.allSettled(
    [...files].map(async ([path, file]) => await loadScenario(path, { file, ...known })),
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

const joinErrors = (errors: readonly unknown[]): unknown => {
  const unexpected = errors.find((error) => !(error instanceof WalletproofError));
  const told = errors.filter((error) => error instanceof WalletproofError);
  const [first] = told;
  if (unexpected !== undefined || first === undefined) return unexpected;
  if (told.length === 1) return first;
  const message = told.map((error) => error.message).join('\n\n');
  return new WalletproofError('scenario', message, first.remedy);
};
