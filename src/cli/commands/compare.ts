import { access, readFile, writeFile } from 'node:fs/promises';
import { plainText } from '../../base/visible-text.ts';
import { compareTraffic } from '../../compare/compare-traffic.ts';
import type { Comparison } from '../../compare/comparison.ts';
import { openRecording } from '../../compare/open-recording.ts';
import { type Proposal, proposeSettings } from '../../compare/propose-settings.ts';
import { realDifferences, renderComparison } from '../../compare/render-comparison.ts';
import { defaultConfigurationFile, loadGames } from '../../formats/load-files.ts';
import { createSecretMask, secretsOfUrl } from '../../signing/secret-mask.ts';
import { type ExitCode, exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import { errorText } from '../exit-code.ts';
import type { CompareFlags } from '../options.ts';
import { log, print, printExact, printJson } from '../output.ts';
import { resolveSettings, type Settings } from '../resolve-settings.ts';
import { standardPage } from '../standard-page.ts';

/** Recorded traffic of a platform against ours. Not conformant where something differs. */
export const compare = async (path: string, options: CompareFlags): Promise<ExitCode> => {
  const { writeConfig } = options;
  if (writeConfig === '-' && options.json === true) throw onlyOneOutput();
  if (writeConfig !== undefined && writeConfig !== '-') await demandNew(writeConfig);
  const settings = await resolveSettings(options);
  const recording = await openRecording(path);
  const { agent, configuration } = settings;
  const comparison = await compareTraffic(recording, {
    agents: [...configuration.agents.filter(({ id }) => id !== agent.id), agent],
    token: agent.token,
    games: await loadGames(configuration.games),
    quirks: configuration.quirks,
    onError: (error) => log(`walletproof: ${errorText(error)}\n`),
  });
  const names = configuration.quirks.freespinsFields;
  const proposals = proposeSettings(comparison.differences, names);
  tell({ comparison, proposals, recording: path }, options, maskOf(settings));
  if (writeConfig !== undefined) await write(writeConfig, proposals, options);
  return exitCodeOf(comparison);
};

const onlyOneOutput = (): WalletproofError =>
  new WalletproofError(
    'usage',
    'JSON and the configuration cannot both go to standard output.',
    'Name a file: --write-config FILE.',
  );

/** A configuration of somebody's is not written over. */
const demandNew = async (file: string): Promise<void> => {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (!exists) return;
  throw new WalletproofError(
    'usage',
    `${file} already exists: --write-config does not overwrite a file.`,
    'Name a new file, or - for standard output.',
  );
};

/** No token and no secret of a callback URL is shown, whoever recorded it where. */
const maskOf = ({ agent, configuration }: Settings): ((text: string) => string) => {
  const secrets = [...configuration.agents, agent].flatMap(({ token = '', callbackUrl }) => [
    token,
    ...secretsOfUrl(callbackUrl),
  ]);
  return createSecretMask(secrets.filter((secret) => secret !== '')).hide;
};

interface Told {
  readonly comparison: Comparison;
  readonly proposals: readonly Proposal[];
  readonly recording: string;
}

const tell = (told: Told, options: CompareFlags, hide: (text: string) => string): void => {
  const { comparison, proposals, recording } = told;
  if (options.json === true) {
    const settings = proposals.map(({ change }) => change);
    const value = { recording, outcome: outcomeOf(comparison), ...comparison, settings };
    printJson(JSON.parse(hide(JSON.stringify(value))));
    return;
  }
  const text = hide(renderComparison(told, standardPage(options)));
  // Standard output belongs to the configuration then.
  if (options.writeConfig === '-') log(text);
  else print(text);
};

const outcomeOf = (comparison: Comparison): 'alike' | 'different' | 'nothing' => {
  const { requests, callbacks } = comparison.counts;
  if (requests + callbacks === 0) return 'nothing';
  return realDifferences(comparison).length === 0 ? 'alike' : 'different';
};

const exitCodeOf = (comparison: Comparison): ExitCode =>
  ({
    alike: exitCodes.passed,
    different: exitCodes.nonconformant,
    nothing: exitCodes.notJudged,
  })[outcomeOf(comparison)];

/** The configuration that is in use with the proposed lines; these alone where there is none. */
const write = async (file: string, proposals: readonly Proposal[], { config }: CompareFlags): Promise<void> => {
  if (proposals.length === 0) {
    log('No setting makes walletproof more like the recording: no configuration is written.\n');
    return;
  }
  const { editConfiguration } = await import('../../formats/edit-configuration.ts');
  const changes = proposals.map(({ change }) => change);
  const text = editConfiguration(await inUse(config), changes);
  if (file === '-') {
    printExact(text);
    return;
  }
  await writeFile(file, text).catch((cause: Error) => {
    throw new WalletproofError(
      'environment',
      `${file} cannot be written: ${cause.message}.`,
      'Name another file with --write-config.',
      { cause },
    );
  });
  log(`${plainText(file)} has the settings. Compare again: --config ${plainText(file)}\n`);
};

const inUse = async (config: string | undefined): Promise<string> =>
  config === undefined
    ? await readFile(defaultConfigurationFile, 'utf8').catch(() => '')
    : await readFile(config, 'utf8');
