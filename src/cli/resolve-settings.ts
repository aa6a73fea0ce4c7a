import { randomInt } from 'node:crypto';
import { shownUrl } from '../base/shown.ts';
import { visibleLine } from '../base/visible-text.ts';
import type { Configuration, PlayerConfiguration } from '../formats/configuration.ts';
import { defaultConfiguration } from '../formats/default-configuration.ts';
import { loadCertificates, loadConfiguration } from '../formats/load-files.ts';
import type { RunSession } from '../formats/run-setup.ts';
import { writtenPlayer } from '../formats/written-player.ts';
import { durationOf } from '../formats/written-time.ts';
import { otherTokenOf, type RunSettings } from '../run/run-settings.ts';
import { dialects } from '../signing/dialects.ts';
import { usageError } from '../spec/walletproof-error.ts';
import { flagOf } from './option.ts';
import { type CommonOptions, variables } from './options.ts';
import { log } from './output.ts';

/** Everything a command needs to know, from flags, environment, file and defaults. */
export type Settings = RunSettings;

/** Resolves the settings of a command; says on stderr where each came from when asked to. */
export const resolveSettings = async (options: CommonOptions, callbackUrl?: string): Promise<Settings> => {
  const { configuration, file } = await loadConfiguration({
    file: options.config,
    cwd: process.cwd(),
    env: process.env,
    knownDialects: dialects.map(({ name }) => name),
    token: options.token,
  });
  const chosen = chooseAll({ ...options, callbackUrl }, configuration, file !== undefined);
  if (options.verbose === true) tellSources(chosen, file);
  const { agentId, token, player, language, game, seed, nonce, timeout } = chosen;
  const url = chosen.callbackUrl.value;
  if (url !== undefined) demandHttpUrl(url);
  const agent: Settings['agent'] = {
    ...(configuration.agents.find(({ id }) => id === agentId.value) ?? { unavailableGames: [] }),
    ...{ id: agentId.value, token: token.value, players: player.value },
    ...(url === undefined ? {} : { callbackUrl: url }),
  };
  const isSpoken = language.from === 'flag';
  const players = isSpoken ? player.value.map((each) => ({ ...each, language: language.value })) : player.value;
  const ca = options.ca ?? agent.ca ?? configuration.callbacks.ca;
  return {
    ...{ configuration, agent, callbackUrl: url, players },
    otherToken: otherTokenOf(configuration, agentId.value, seed.value),
    gameId: game.value,
    seed: seed.value,
    nonce: nonce.value,
    timeoutMs: timeout.value,
    ratePerSecond: options.rate,
    ca: ca === undefined ? undefined : await loadCertificates(ca),
    sessions: sessionsOf(options.session ?? [], players),
  };
};

/** A setting, and where it came from: what --verbose tells. */
interface Chosen<T> {
  readonly value: T;
  readonly from: 'flag' | 'environment' | 'file' | 'default';
}

/** What the options chose, by their keys. `isFile`: the configuration was read, and is not the one without a file. */
const chooseAll = (
  options: CommonOptions & { readonly callbackUrl: string | undefined },
  configuration: Configuration,
  isFile: boolean,
) => {
  const agentId = choose({ flag: options.agentId, environment: agentIdInEnvironment() }, usualId(configuration));
  const known = configuration.agents.find(({ id }) => id === agentId.value);
  const inFile = isFile ? known : undefined;
  const language = choose({ flag: options.language }, inFile?.players[0]?.language ?? 'en');
  const usual = defaultConfiguration;
  return {
    agentId,
    token: choose(
      { flag: options.token, environment: inEnvironment(variables.token), file: inFile?.token },
      known?.token ?? 'test-token',
    ),
    callbackUrl: choose(
      { flag: options.callbackUrl, environment: inEnvironment(variables.callbackUrl), file: inFile?.callbackUrl },
      undefined,
    ),
    player: choose(
      { flag: options.player?.map((text) => parsePlayer(text, language.value)), file: inFile?.players },
      known?.players ?? usual.agents[0]?.players ?? [],
    ),
    language,
    game: choose({ flag: options.game }, 101),
    timeout: choose(
      { flag: options.timeout, file: isFile ? durationOf(configuration.callbacks.timeout) : undefined },
      durationOf(usual.callbacks.timeout),
    ),
    seed: choose({ flag: options.seed }, randomInt(2 ** 31)),
    nonce: choose({ flag: options.nonce }, newNonce()),
  };
};

/** A flag overrides the environment overrides the file overrides the default. */
const choose = <T, D>(
  { flag, environment, file }: { readonly flag?: T; readonly environment?: T; readonly file?: T },
  byDefault: D,
): Chosen<T | D> => {
  if (flag !== undefined) return { value: flag, from: 'flag' };
  if (environment !== undefined) return { value: environment, from: 'environment' };
  if (file !== undefined) return { value: file, from: 'file' };
  return { value: byDefault, from: 'default' };
};

/** An empty variable says nothing. */
const inEnvironment = (variable: string): string | undefined => process.env[variable] || undefined;

const agentIdInEnvironment = (): number | undefined => {
  const text = inEnvironment(variables.agentId);
  if (text === undefined || /^\d+$/.test(text)) return text === undefined ? undefined : Number(text);
  throw usageError(
    `WALLETPROOF_AGENT_ID is ${JSON.stringify(text)}, which is no whole number.`,
    'Set it to the agent_id, such as 1001, or unset it.',
  );
};

const usualId = ({ agents: [first] }: Configuration): number => first?.id ?? 1001;

/** Different for each run: the time to the second, and chance. */
const newNonce = (): string => `${Math.floor(Date.now() / 1000).toString(36)}${randomInt(36 ** 3).toString(36)}`;

/** What came from where; no secret is ever shown. */
const tellSources = (chosen: ReturnType<typeof chooseAll>, file: string | undefined): void => {
  const shown: Readonly<Record<string, string>> = {
    token: '(not shown)',
    callbackUrl: shownUrl(chosen.callbackUrl.value ?? '(none)'),
    player: chosen.player.value.map(({ id, currencies }) => `${id}:${currencies.join(',')}`).join(' '),
    timeout: `${chosen.timeout.value} ms`,
  };
  log(`configuration: ${visibleLine(file ?? 'none')}\n`);
  for (const [key, { value, from }] of Object.entries(chosen)) {
    log(`${flagOf(key).slice(2).padEnd(12)} ${visibleLine(shown[key] ?? String(value))} (${from})\n`);
  }
};

const demandHttpUrl = (text: string): void => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && ['http:', 'https:'].includes(url.protocol)) return;
  throw usageError(
    `${JSON.stringify(shownUrl(text))} is not a callback URL.`,
    'Give an http or https URL, such as http://127.0.0.1:8080/callback.',
  );
};

/** The callback URL, where a command cannot do without one. */
export const demandCallbackUrl = ({ callbackUrl }: Settings): string => {
  if (callbackUrl !== undefined) return callbackUrl;
  throw usageError(
    'No callback URL is given.',
    'Give it as an argument, in WALLETPROOF_CALLBACK_URL, or as callbackUrl in walletproof.config.yaml.',
  );
};

/** The player of a `--player`; a usage error where it names none. */
export const parsePlayer = (text: string, language: string): PlayerConfiguration => {
  const read = writtenPlayer(text, language);
  if (read.kind === 'player') return read.player;
  throw usageError(
    `--player ${JSON.stringify(text)} names no player: ${read.problem}.`,
    `Write --player ID, or --player ID:USD,EUR with the currencies that the player has, such as --player ${read.instead}.`,
  );
};

/** `player-1=ID`: its callbacks come in that session. */
const sessionsOf = (texts: readonly string[], players: readonly PlayerConfiguration[]): RunSession[] =>
  texts.map((text) => {
    const [, player = '', id = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (players.some((each) => each.id === player)) return { player, name: 'main', id };
    throw usageError(
      `--session ${JSON.stringify(text)} names no session of a player.`,
      `Write --session PLAYER=ID, with one of the players ${players.map((each) => each.id).join(', ')}.`,
    );
  });
