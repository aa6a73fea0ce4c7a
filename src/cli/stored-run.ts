import { createReadStream } from 'node:fs';
import type { Run } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { demand, usageError, WalletproofError } from '../spec/walletproof-error.ts';

/** More than the largest run that is made: what is longer is no report.json. */
const mostBytes = 200 * 1024 * 1024;

const ownRemedy = 'A stored run is what --reporter json=FILE writes: give such a file.';

/**
 * The run that a report.json holds; `-` is standard input. Throws a usage error that says what is
 * wrong where it cannot be read, is too large, no JSON, or no stored run.
 */
export const readRun = async (file: string): Promise<Run> => {
  const name = file === '-' ? 'standard input' : file;
  const text = await textOf(file, name);
  demand(text.trim() !== '', `${name} is empty.`, ownRemedy);
  // Loaded here: zod takes longer than the rest of the start.
  const { checkRun } = await import('../formats/run.ts');
  const checked = checkRun(parse(text, name));
  if (checked.kind === 'run') return checked.run;
  throw usageError(`${name} is no stored run: ${checked.problem}`, ownRemedy);
};

const textOf = async (file: string, name: string): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      demand(length <= mostBytes, `${name} is larger than 200 MiB.`, ownRemedy);
    }
  } catch (cause) {
    if (cause instanceof WalletproofError) throw cause;
    const { code = '', message } = cause as NodeJS.ErrnoException;
    const remedy = 'Name a report.json; - reads standard input.';
    throw usageError(`cannot read ${name}: ${reasons[code] ?? message}`, remedy, { cause });
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

const parse = (text: string, name: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw usageError(`${name} is no JSON: ${(cause as Error).message}`, ownRemedy);
  }
};

/** The scenarios of a stored run, as it played them. `file`: where the run was read from. */
export const storedScenarios = async (run: Run, file: string): Promise<Scenario[]> => {
  const { parseScenario } = await import('../formats/scenario/parse-scenario.ts');
  return run.scenarios.map((stored) => {
    if (stored.source !== undefined) return parseScenario({ text: stored.source, file: stored.file });
    throw usageError(
      `${file} does not hold the text of the scenario ${stored.file}.`,
      'Make the run again with --reporter json=FILE: a stored run carries its scenarios.',
    );
  });
};
