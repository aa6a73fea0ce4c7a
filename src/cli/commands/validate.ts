import { basename } from 'node:path';
import { loadCertificates, loadConfiguration, loadGames } from '../../formats/load-files.ts';
import { loadScenarios } from '../../formats/scenario/load-scenarios.ts';
import { dialects } from '../../signing/dialects.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import type { ExitCode } from '../../spec/walletproof-error.ts';
import { exitCodes } from '../../spec/walletproof-error.ts';
import { plainText } from '../../text/visible-text.ts';
import { print } from '../output.ts';

/** Checks files without running them; throws, pointing at the place, where one is wrong. */
export const validate = async (files: readonly string[]): Promise<ExitCode> => {
  for (const file of files.filter(isConfiguration)) {
    await validateConfiguration(file);
    print(`ok  ${plainText(file)}\n`);
  }
  const others = files.filter((file) => !isConfiguration(file));
  if (others.length === 0) return exitCodes.passed;
  const knownRequirements = requirements.map(({ id }) => id);
  for (const { file, title } of await loadScenarios(others, { knownRequirements })) {
    print(`ok  ${plainText(file)}  ${plainText(title)}\n`);
  }
  return exitCodes.passed;
};

/** With the files that it names. */
const validateConfiguration = async (file: string): Promise<void> => {
  const knownDialects = dialects.map(({ name }) => name);
  const options = { file, cwd: process.cwd(), env: process.env, knownDialects };
  const { configuration } = await loadConfiguration(options);
  await loadGames(configuration.games);
  for (const { ca } of [configuration.callbacks, ...configuration.agents]) {
    if (ca !== undefined) await loadCertificates(ca);
  }
};

const isConfiguration = (file: string): boolean => /\.config\.ya?ml$/.test(basename(file));
