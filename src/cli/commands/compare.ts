import { access, readFile, writeFile } from 'node:fs/promises';
import { plainText } from '../../base/visible-text.ts';
import { compareTraffic } from '../../compare/compare-traffic.ts';
import { type Comparison, proposeSettings } from '../../compare/comparison.ts';
import { openRecording } from '../../compare/open-recording.ts';
import { realDifferences, renderComparison } from '../../compare/render-comparison.ts';
import type { ConfigurationChange } from '../../formats/edit-configuration.ts';
import { defaultConfigurationFile, loadGames } from '../../formats/load-files.ts';
import { createSecretMask, secretsOfUrl } from '../../signing/secret-mask.ts';
import { demand, type ExitCode, exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import { errorText } from '../exit-code.ts';
import type { OptionsOf } from '../options.ts';
import { log, print, printExact, printJson } from '../output.ts';
import { resolveSettings, type Settings } from '../resolve-settings.ts';
import { standardPage } from '../standard-page.ts';

/** Recorded traffic of a platform against ours. Not conformant where something differs. */
export const compare = async (path: string, options: OptionsOf<'compare'>): Promise<ExitCode> => {
  const { writeConfig, json } = options;
  const both = 'JSON and the configuration cannot both go to standard output.';
  demand(writeConfig !== '-' || json !== true, both, 'Name a file: --write-config FILE.');
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
  const proposals = proposeSettings(comparison.differences, configuration.quirks.freespinsFields);
  const hide = maskOf(settings);
  if (json === true) {
    const told = { outcome: outcomeOf(comparison), ...comparison, settings: proposals };
    printJson(JSON.parse(hide(JSON.stringify({ recording: path, ...told }))));
  } else {
    const text = hide(renderComparison({ comparison, proposals, recording: path }, standardPage(options)));
    // Standard output belongs to the configuration then.
    if (writeConfig === '-') log(text);
    else print(text);
  }
  if (writeConfig !== undefined) await write(writeConfig, proposals, options);
  return exitCodeOf[outcomeOf(comparison)];
};

/** A configuration of somebody's is not written over. */
const demandNew = async (file: string): Promise<void> => {
  const isNew = await access(file).then(
    () => false,
    () => true,
  );
  const message = `${file} already exists: --write-config does not overwrite a file.`;
  demand(isNew, message, 'Name a new file, or - for standard output.');
};

/** No token and no secret of a callback URL is shown, whoever recorded it where. */
const maskOf = ({ agent, configuration }: Settings): ((text: string) => string) => {
  const secrets = [...configuration.agents, agent].flatMap(({ token = '', callbackUrl }) => [
    token,
    ...secretsOfUrl(callbackUrl),
  ]);
  return createSecretMask(secrets.filter((secret) => secret !== '')).hide;
};

const outcomeOf = (comparison: Comparison): 'alike' | 'different' | 'nothing' => {
  const { requests, callbacks } = comparison.counts;
  if (requests + callbacks === 0) return 'nothing';
  return realDifferences(comparison).length === 0 ? 'alike' : 'different';
};

const exitCodeOf = {
  alike: exitCodes.passed,
  different: exitCodes.nonconformant,
  nothing: exitCodes.notJudged,
} as const;

/** The configuration that is in use with the proposed lines; these alone where there is none. */
const write = async (
  file: string,
  proposals: readonly ConfigurationChange[],
  { config }: OptionsOf<'compare'>,
): Promise<void> => {
  if (proposals.length === 0) {
    log('No setting makes walletproof more like the recording: no configuration is written.\n');
    return;
  }
  const { editConfiguration } = await import('../../formats/edit-configuration.ts');
  const inUse = readFile(config ?? defaultConfigurationFile, 'utf8');
  const before = config === undefined ? await inUse.catch(() => '') : await inUse;
  const text = editConfiguration(before, proposals);
  if (file === '-') {
    printExact(text);
    return;
  }
  await writeFile(file, text).catch((cause: Error) => {
    const remedy = 'Name another file with --write-config.';
    throw new WalletproofError('environment', `${file} cannot be written: ${cause.message}.`, remedy, { cause });
  });
  log(`${plainText(file)} has the settings. Compare again: --config ${plainText(file)}\n`);
};
