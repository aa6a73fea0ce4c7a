import { createReadStream } from 'node:fs';
import type { Run } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';

/** More than the largest run that is made: what is longer is no report.json. */
const mostBytes = 200 * 1024 * 1024;

/**
 * The run that a report.json holds; `-` is standard input. Throws a usage error that says what is
 * wrong where it cannot be read, is too large, no JSON, or no stored run.
 */
export const readRun = async (file: string): Promise<Run> => {
  const name = file === '-' ? 'standard input' : file;
  const value = parse(await textOf(file, name), name);
  // Loaded here: zod takes longer than the rest of the start.
  const { checkRun } = await import('../formats/run.ts');
  const checked = checkRun(value);
  if (checked.kind === 'run') return checked.run;
  throw noRun(`${name} is no stored run: ${checked.problem}`);
};

const textOf = async (file: string, name: string): Promise<string> => {
  const stream = file === '-' ? process.stdin : createReadStream(file);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length > mostBytes) throw noRun(`${name} is larger than 200 MiB.`);
    }
  } catch (cause) {
    if (cause instanceof WalletproofError) throw cause;
    throw cannotRead(name, cause as NodeJS.ErrnoException);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
};

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'its permissions do not allow it',
};

const cannotRead = (name: string, cause: NodeJS.ErrnoException): WalletproofError =>
  new WalletproofError(
    'usage',
    `cannot read ${name}: ${reasons[cause.code ?? ''] ?? cause.message}`,
    'Name a report.json; - reads standard input.',
    { cause },
  );

const parse = (text: string, name: string): unknown => {
  if (text.trim() === '') throw noRun(`${name} is empty.`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw noRun(`${name} is no JSON: ${(cause as Error).message}`);
  }
};

const noRun = (message: string): WalletproofError =>
  new WalletproofError('usage', message, 'A stored run is what --reporter json=FILE writes: give such a file.');

/** The scenarios of a stored run, as it played them. `file`: where the run was read from. */
export const storedScenarios = async (run: Run, file: string): Promise<Scenario[]> => {
  const { parseScenario } = await import('../formats/scenario/parse-scenario.ts');
  return run.scenarios.map((stored) => {
    if (stored.source === undefined) throw withoutSource(file, stored.file);
    return parseScenario({ text: stored.source, file: stored.file });
  });
};

const withoutSource = (file: string, scenario: string): WalletproofError =>
  new WalletproofError(
    'usage',
    `${file} does not hold the text of the scenario ${scenario}.`,
    'Make the run again with --reporter json=FILE: a stored run carries its scenarios.',
  );
