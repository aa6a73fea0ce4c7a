import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { defaultConfigurationFile } from '../formats/load-files.ts';
import { packagePath } from '../formats/package-files.ts';
import type { OwnPlace, OwnPlaces } from '../report/reporter.ts';

interface OwnFiles {
  /** The configuration that was named; else the usual one where the working folder has it. */
  readonly config?: string;
  readonly cwd: string;
  readonly agentId?: number;
}

/**
 * What reports may point at: files below the user's repository, named from its root, and none of this
 * package's own. The root is the nearest folder with `.git`, else the working folder.
 */
export const ownPlacesOf = ({ config, cwd, agentId }: OwnFiles): OwnPlaces => {
  const here = realpathSync(cwd);
  const root = repositoryOf(here) ?? here;
  const shipped = realpathSync(packagePath('scenarios'));
  const ownFile = (file: string): string | undefined => {
    const path = resolve(here, file);
    if (!existsSync(path)) return undefined;
    const real = realpathSync(path);
    return isBelow(real, root) && !isBelow(real, shipped) ? relative(root, real).split(sep).join('/') : undefined;
  };
  const file = config ?? defaultConfigurationFile;
  const own = ownFile(file);
  return {
    configuration: own === undefined ? undefined : agentIn(own, resolve(here, file), agentId),
    ownFile,
  };
};

const repositoryOf = (folder: string): string | undefined => {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryOf(above);
};

const isBelow = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
};

/** The line of the agent's id, which its entry begins with as a rule; the first line where it is not seen. */
const agentIn = (file: string, path: string, agentId: number | undefined): OwnPlace => {
  const lines = readFileSync(path, 'utf8').split('\n');
  const isId = (line: string): boolean => {
    const [, id] = /^\s*(?:-\s*)?(?:\{\s*)?id:\s*(\d+)\b/.exec(line) ?? [];
    return id !== undefined && (agentId === undefined || Number(id) === agentId);
  };
  return { file, line: Math.max(0, lines.findIndex(isId)) + 1 };
};
