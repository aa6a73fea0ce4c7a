import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Configuration } from '../../spec/configuration.ts';
import { defaultConfiguration } from '../../spec/configuration.ts';
import { readTextFile } from '../document/read-text-file.ts';

export interface LoadOptions {
  /** Must be there; else walletproof.config.yaml is read where the working folder has it. */
  readonly file?: string;
  readonly cwd: string;
  /** What `${NAME}` reads. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of dialects; they are not checked when left out. */
  readonly knownDialects?: readonly string[];
}

export interface LoadedConfiguration {
  readonly configuration: Configuration;
  /** Where it came from; absent when there is no file. */
  readonly file?: string;
}

const defaultFile = 'walletproof.config.yaml';

/**
 * The configuration with every default filled in; `games` is an absolute path. Throws a
 * WalletproofError when the file is missing or wrong.
 */
export const loadConfiguration = async (options: LoadOptions): Promise<LoadedConfiguration> => {
  const { file = defaultFile, cwd } = options;
  const path = resolve(cwd, file);
  if (options.file === undefined && !(await exists(path))) {
    return { configuration: defaultConfiguration };
  }
  const remedy = 'Give --config the path of a configuration file.';
  const text = await readTextFile({ path, file, code: 'configuration', remedy });
  // Loaded here: most starts have no configuration, and YAML and zod take longer than the rest.
  const { parseConfiguration } = await import('./parse-configuration.ts');
  const parsed = parseConfiguration({ ...options, text, file });
  return { file, configuration: withGamesPath(parsed, dirname(path)) };
};

const exists = async (path: string): Promise<boolean> =>
  await access(path).then(
    () => true,
    () => false,
  );

/** A relative path in a file starts from the file's folder. */
const withGamesPath = (configuration: Configuration, folder: string): Configuration =>
  configuration.games === undefined
    ? configuration
    : { ...configuration, games: resolve(folder, configuration.games) };
