import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { WalletproofError } from '../../spec/walletproof-error.ts';

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

const isHidden = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** The configuration of walletproof is YAML too, and may lie beside the scenarios. */
const isScenario = (name: string): boolean =>
  /\.ya?ml$/i.test(name) && !name.startsWith('.') && !/\.config\.ya?ml$/i.test(name);
