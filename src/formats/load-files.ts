import { access, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ErrorCode } from '../spec/walletproof-error.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Configuration } from './configuration.ts';
import { defaultConfiguration } from './default-configuration.ts';
import type { Game } from './games.ts';
import type { BaselineEntry } from './run.ts';

interface ConfigurationOptions {
  /** Must be there; else walletproof.config.yaml is read where the working folder has it. */
  readonly file?: string;
  readonly cwd: string;
  /** What `${NAME}` reads. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of dialects; they are not checked when left out. */
  readonly knownDialects?: readonly string[];
  /** A token that was given otherwise: errors do not show it. */
  readonly token?: string | undefined;
}

interface LoadedConfiguration {
  readonly configuration: Configuration;
  /** Where it came from; absent when there is no file. */
  readonly file?: string;
}

/** The configuration that is read when no other is named. */
export const defaultConfigurationFile = 'walletproof.config.yaml';

/**
 * The configuration with every default filled in; paths in it are absolute. Throws a
 * WalletproofError when the file is missing or wrong.
 */
export const loadConfiguration = async (
  options: ConfigurationOptions,
): Promise<LoadedConfiguration> => {
  const { file = defaultConfigurationFile, cwd } = options;
  const path = resolve(cwd, file);
  if (options.file === undefined && !(await exists(path))) {
    return { configuration: defaultConfiguration };
  }
  const remedy = 'Give --config the path of a configuration file.';
  const text = await readTextFile({ path, file, code: 'configuration', remedy });
  // Loaded here: most starts have no configuration, and YAML and zod take longer than the rest.
  const { parseConfiguration } = await import('./configuration.ts');
  const parsed = parseConfiguration({ ...options, text, file });
  return { file, configuration: withPaths(parsed, dirname(path)) };
};

const exists = async (path: string): Promise<boolean> =>
  await access(path).then(
    () => true,
    () => false,
  );

/** A relative path in a file starts from the file's folder. */
const withPaths = (configuration: Configuration, folder: string): Configuration => {
  const { games, callbacks, agents } = configuration;
  const absolute = <T extends string | undefined>(path: T) =>
    path === undefined ? undefined : resolve(folder, path);
  return {
    ...configuration,
    games: absolute(games),
    callbacks: { ...callbacks, ca: absolute(callbacks.ca) },
    agents: agents.map((agent) => ({ ...agent, ca: absolute(agent.ca) })),
  };
};

/** The catalogue when no other is configured. */
const builtIn = new URL('../../fixtures/games.json', import.meta.url);

/** The games of a JSON file; the built-in ones without. Throws a WalletproofError that points. */
export const loadGames = async (file?: string): Promise<Game[]> => {
  if (file === undefined) return JSON.parse(await readFile(builtIn, 'utf8'));
  const remedy = 'Correct the path after `games:`; leave it out for the built-in games.';
  const text = await readTextFile({ path: file, file, code: 'configuration', remedy });
  const { parseGames } = await import('./games.ts');
  return parseGames({ text, file });
};

export interface LoadedBaseline {
  readonly file: string;
  /** As it stands in the file. */
  readonly text: string;
  readonly entries: readonly BaselineEntry[];
}

/** A baseline file. Throws a WalletproofError where it is missing or wrong. */
export const loadBaseline = async (file: string): Promise<LoadedBaseline> => {
  const remedy = 'Give --baseline the path of a baseline file; --write-baseline FILE makes one.';
  const text = await readTextFile({ path: resolve(file), file, code: 'configuration', remedy });
  // Loaded here: most runs have no baseline, and YAML and zod take longer than the rest.
  const { parseBaseline } = await import('./baseline.ts');
  return { file, text, entries: parseBaseline({ text, file }) };
};

/** Certificates of authorities, PEM. Throws a WalletproofError where there is none in the file. */
export const loadCertificates = async (file: string): Promise<string> => {
  const remedy =
    'Give --ca (or `ca:`) a PEM file, with the certificate of the agent or of its authority.';
  const text = await readTextFile({ path: resolve(file), file, code: 'configuration', remedy });
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new WalletproofError('configuration', `there is no certificate in ${file}`, remedy);
};

interface TextFile {
  readonly path: string;
  /** How errors name it. */
  readonly file: string;
  readonly code: ErrorCode;
  /** What to do when it cannot be read. */
  readonly remedy: string;
}

/** The text of a UTF-8 file. Throws a WalletproofError when it cannot be read as such. */
export const readTextFile = async ({ path, file, code, remedy }: TextFile): Promise<string> => {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    const reason = reasons[cause.code ?? ''] ?? cause.message;
    throw new WalletproofError(code, `cannot read ${file}: ${reason}`, remedy, { cause });
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new WalletproofError(code, `${file} is not UTF-8 text`, 'Save it as UTF-8.', { cause });
  }
};

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'its permissions do not allow it',
};
