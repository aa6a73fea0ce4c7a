import { basename } from 'node:path';
import { plainText, visibleLine } from '../../base/visible-text.ts';
import { loadCertificates, loadConfiguration, loadGames } from '../../formats/load-files.ts';
import { findScenarioFiles, joinErrors, loadScenarios } from '../../formats/scenario/load-scenarios.ts';
import { dialects } from '../../signing/dialects.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import { type ExitCode, exitCodes, PointingError, WalletproofError } from '../../spec/walletproof-error.ts';
import { print, printJson } from '../output.ts';

/** Checks files without running them; throws, pointing at every place, where one is wrong. */
export const validate = async (
  paths: readonly string[],
  { json = false }: { readonly json?: boolean } = {},
): Promise<ExitCode> => {
  // Every file once, folders as the scenarios in them; a path that stands for nothing is told of as a file is.
  const found = paths.map(async (path) =>
    isConfiguration(path) ? [path] : await findScenarioFiles(path, process.cwd()).catch(() => [path]),
  );
  const files = [...new Set((await Promise.all(found)).flat())];
  const checked = await Promise.all(files.map(checkFile));
  if (json) {
    const problems = checked.flatMap(problemsOf);
    printJson(problems);
    return problems.length === 0 ? exitCodes.passed : exitCodes.usage;
  }
  for (const { file, title = '', error } of checked) {
    if (error === undefined) print(`${`ok  ${plainText(file)}  ${plainText(title)}`.trimEnd()}\n`);
  }
  const errors = checked.flatMap(({ error }) => error ?? []);
  if (errors.length > 0) throw joinErrors(errors);
  return exitCodes.passed;
};

/** A file that was looked at: the title of a scenario, or what is wrong. */
interface Checked {
  readonly file: string;
  readonly title?: string | undefined;
  readonly error?: WalletproofError;
}

const checkFile = async (file: string): Promise<Checked> => {
  try {
    return isConfiguration(file) ? await checkConfiguration(file) : await checkScenario(file);
  } catch (error) {
    if (error instanceof WalletproofError) return { file, error };
    throw error;
  }
};

/** A path without scenarios throws here, too. */
const checkScenario = async (file: string): Promise<Checked> => {
  const [scenario] = await loadScenarios([file], { knownRequirements: requirements.map(({ id }) => id) });
  return { file, title: scenario?.title };
};

/** With the files that it names. */
const checkConfiguration = async (file: string): Promise<Checked> => {
  const knownDialects = dialects.map(({ name }) => name);
  const { configuration } = await loadConfiguration({ file, cwd: process.cwd(), env: process.env, knownDialects });
  await loadGames(configuration.games);
  for (const { ca } of [configuration.callbacks, ...configuration.agents]) {
    if (ca !== undefined) await loadCertificates(ca);
  }
  return { file };
};

const isConfiguration = (file: string): boolean => /\.config\.ya?ml$/.test(basename(file));

/** As `--json` tells them: `line` and `column` are null where a file cannot be read at all. */
const problemsOf = ({ file, error }: Checked): readonly object[] => {
  if (error === undefined) return [];
  if (error instanceof PointingError && error.problems.length > 0) {
    return error.problems.map((problem) => ({ ...problem, severity: 'error' }));
  }
  const message = visibleLine(error.message);
  return [{ file, line: null, column: null, message, remedy: error.remedy, severity: 'error' }];
};
