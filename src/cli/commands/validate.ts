import { basename } from 'node:path';
import { plainText, visibleLine } from '../../base/visible-text.ts';
import { loadCertificates, loadConfiguration, loadGames } from '../../formats/load-files.ts';
import { findScenarioFiles, joinErrors, loadScenarios } from '../../formats/scenario/load-scenarios.ts';
import { dialects } from '../../signing/dialects.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import {
  type ExitCode,
  exitCodes,
  type FileProblem,
  PointingError,
  WalletproofError,
} from '../../spec/walletproof-error.ts';
import { print, printJson } from '../output.ts';

/** Checks files without running them; throws, pointing at every place, where one is wrong. */
export const validate = async (
  paths: readonly string[],
  { json = false }: { readonly json?: boolean } = {},
): Promise<ExitCode> => {
  const checked = await checkFiles(paths);
  const errors = checked.flatMap(({ error }) => (error === undefined ? [] : [error]));
  if (json) return tellAsJson(checked);
  for (const { file, title = '', error } of checked) {
    if (error === undefined) print(`${`ok  ${plainText(file)}  ${plainText(title)}`.trimEnd()}\n`);
  }
  if (errors.length > 0) throw joinErrors(errors);
  return exitCodes.passed;
};

/** A file that was looked at: the title of a scenario, or what is wrong. */
interface Checked {
  readonly file: string;
  readonly title?: string;
  readonly error?: WalletproofError;
}

/** Every file once, folders as the scenarios in them. */
const checkFiles = async (paths: readonly string[]): Promise<readonly Checked[]> => {
  const found = await Promise.all(paths.map(filesOf));
  return await Promise.all([...new Set(found.flat())].map(checkFile));
};

/** A path that stands for nothing is told of as a file is. */
const filesOf = async (path: string): Promise<readonly string[]> =>
  isConfiguration(path) ? [path] : await findScenarioFiles(path, process.cwd()).catch(() => [path]);

const checkFile = async (file: string): Promise<Checked> => {
  try {
    return isConfiguration(file) ? await checkConfiguration(file) : await checkScenario(file);
  } catch (error) {
    return broken(file, error);
  }
};

const broken = (file: string, error: unknown): Checked => {
  if (error instanceof WalletproofError) return { file, error };
  throw error;
};

/** A path without scenarios throws here, too. */
const checkScenario = async (file: string): Promise<Checked> => {
  const knownRequirements = requirements.map(({ id }) => id);
  const [scenario] = await loadScenarios([file], { knownRequirements });
  return { file, title: scenario?.title };
};

/** With the files that it names. */
const checkConfiguration = async (file: string): Promise<Checked> => {
  const knownDialects = dialects.map(({ name }) => name);
  const options = { file, cwd: process.cwd(), env: process.env, knownDialects };
  const { configuration } = await loadConfiguration(options);
  await loadGames(configuration.games);
  for (const { ca } of [configuration.callbacks, ...configuration.agents]) {
    if (ca !== undefined) await loadCertificates(ca);
  }
  return { file };
};

const isConfiguration = (file: string): boolean => /\.config\.ya?ml$/.test(basename(file));

/** As `validate --json` tells it: `line` and `column` are null where a file cannot be read at all. */
interface ToldProblem extends Omit<FileProblem, 'line' | 'column'> {
  readonly line: number | null;
  readonly column: number | null;
  readonly severity: 'error';
}

const tellAsJson = (checked: readonly Checked[]): ExitCode => {
  const problems = checked.flatMap(toldProblems);
  printJson(problems);
  return problems.length === 0 ? exitCodes.passed : exitCodes.usage;
};

const toldProblems = ({ file, error }: Checked): readonly ToldProblem[] => {
  if (error === undefined) return [];
  if (error instanceof PointingError && error.problems.length > 0) {
    return error.problems.map((problem) => ({ ...problem, severity: 'error' }));
  }
  const message = visibleLine(error.message);
  return [{ file, line: null, column: null, message, remedy: error.remedy, severity: 'error' }];
};
