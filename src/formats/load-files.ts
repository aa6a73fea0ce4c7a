import { access, readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { visibleLine } from '../base/visible-text.ts';
import { type ErrorCode, PointingError, WalletproofError } from '../spec/walletproof-error.ts';
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
export const loadConfiguration = async (options: ConfigurationOptions): Promise<LoadedConfiguration> => {
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
  const absolute = <T extends string | undefined>(path: T) => (path === undefined ? undefined : resolve(folder, path));
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
  const remedy = 'Give --ca (or `ca:`) a PEM file, with the certificate of the agent or of its authority.';
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
  const cannotRead = (cause: NodeJS.ErrnoException): never => {
    const reason = reasons[cause.code ?? ''] ?? cause.message;
    throw new WalletproofError(code, `cannot read ${file}: ${reason}`, remedy, { cause });
  };
  const { size } = await stat(path).catch(cannotRead);
  if (size > mostBytes) {
    const message = `${file} has ${Math.ceil(size / 1024 ** 2)} MiB, and ${mostBytes / 1024 ** 2} MiB are the most`;
    throw new WalletproofError(code, message, remedy);
  }
  const bytes = await readFile(path).catch(cannotRead);
  return decode(bytes, { file, code });
};

/** Far more than anybody writes: a larger file was named by mistake. */
const mostBytes = 8 * 1024 ** 2;

const decode = (bytes: Buffer, { file, code }: Pick<TextFile, 'file' | 'code'>): string => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // What it is instead is told below.
  }
  throw notUtf8(bytes, { file, code });
};

const notUtf8 = (bytes: Buffer, { file, code }: Pick<TextFile, 'file' | 'code'>): PointingError => {
  const { line, column, byte } = firstStrange(bytes);
  const { reason, remedy } = whatItIs(bytes, `0x${byte.toString(16).toUpperCase()}`);
  const problem = { file, line, column, message: `the file is not UTF-8 text: ${reason}`, remedy };
  const message = visibleLine(`${file} is not UTF-8 text: line ${line}, column ${column}: ${reason}`);
  return new PointingError(code, message, remedy, { problems: [problem] });
};

const whatItIs = (bytes: Buffer, byte: string): { reason: string; remedy: string } => {
  const [first = 0, second = 0] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { reason: 'it is UTF-16', remedy: 'Save it as UTF-8 (in Notepad: Encoding, UTF-8).' };
  }
  if (bytes.includes(0)) {
    return { reason: 'it is a binary file', remedy: 'Give the path of a text file.' };
  }
  const reason = `the byte ${byte} is of another encoding, such as Windows-1251 or Latin-1`;
  return { reason, remedy: 'Save it as UTF-8 (in most editors: Save with encoding).' };
};

/** Where the first byte is that is no UTF-8, or no text. */
const firstStrange = (bytes: Buffer): { line: number; column: number; byte: number } => {
  const before = new TextDecoder('utf-8').decode(bytes).split(/[\uFFFD\0]/, 1)[0] ?? '';
  const lines = before.split('\n');
  const column = [...(lines.at(-1) ?? '')].length + 1;
  return { line: lines.length, column, byte: bytes[Buffer.byteLength(before)] ?? 0 };
};

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'its permissions do not allow it',
};
