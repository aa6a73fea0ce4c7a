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
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { CommonOptions } from './options.ts';
import { log } from './output.ts';
import { variables } from './overrides.ts';

/** Everything a command needs to know, from flags, environment, file and defaults. */
export type Settings = RunSettings;

const defaultToken = 'test-token';

const defaultGame = 101;

/** Resolves the settings of a command; says on stderr where each came from when asked to. */
export const resolveSettings = async (options: CommonOptions, callbackUrl?: string): Promise<Settings> => {
  const { configuration, file } = await loadConfiguration({
    file: options.config,
    cwd: process.cwd(),
    env: process.env,
    knownDialects: dialects.map(({ name }) => name),
    token: options.token,
  });
  const resolved = resolve(options, configuration, { callbackUrl, file });
  if (options.verbose === true) printSources(resolved, file);
  const settings = toSettings(resolved, configuration);
  const ca = options.ca ?? settings.agent.ca ?? configuration.callbacks.ca;
  return {
    ...settings,
    ratePerSecond: options.rate,
    ca: ca === undefined ? undefined : await loadCertificates(ca),
    sessions: parseSessions(options.session ?? [], settings.players),
  };
};

type Resolved = ReturnType<typeof resolve>;

interface Given {
  readonly callbackUrl: string | undefined;
  readonly file: string | undefined;
}

const resolve = (options: CommonOptions, configuration: Configuration, given: Given) => {
  const env = process.env;
  const id = choose(
    { flag: options.agentId, environment: numberOf(env[variables.agentId]) },
    configuration.agents[0]?.id ?? 1001,
  );
  const known = configuration.agents.find((agent) => agent.id === id.value);
  const isFile = given.file !== undefined;
  const inFile = isFile ? known : undefined;
  const language = choose({ flag: options.language }, inFile?.players[0]?.language ?? 'en');
  return {
    id,
    token: choose(
      { flag: options.token, environment: env[variables.token], file: inFile?.token },
      known?.token ?? defaultToken,
    ),
    callbackUrl: choose(
      {
        flag: given.callbackUrl,
        environment: env[variables.callbackUrl],
        file: inFile?.callbackUrl,
      },
      undefined,
    ),
    players: choose(
      {
        flag: options.player?.map((text) => parsePlayer(text, language.value)),
        file: inFile?.players,
      },
      known?.players ?? defaultConfiguration.agents[0]?.players ?? [],
    ),
    language,
    game: choose({ flag: options.game }, defaultGame),
    timeoutMs: choose(
      {
        flag: options.timeout,
        file: isFile ? durationOf(configuration.callbacks.timeout) : undefined,
      },
      durationOf(defaultConfiguration.callbacks.timeout),
    ),
    seed: choose({ flag: options.seed }, randomInt(2 ** 31)),
    nonce: choose({ flag: options.nonce }, newNonce()),
    known,
  };
};

/** Different for each run: the time to the second, and chance. */
const newNonce = (): string => {
  const seconds = Math.floor(Date.now() / 1000).toString(36);
  return `${seconds}${randomInt(36 ** 3).toString(36)}`;
};

const toSettings = (resolved: Resolved, configuration: Configuration): Omit<Settings, 'sessions'> => {
  const { id, token, callbackUrl, players, game, seed, nonce, timeoutMs, language, known } = resolved;
  const url = callbackUrl.value;
  if (url !== undefined) checkUrl(url);
  return {
    configuration,
    agent: {
      ...(known ?? { unavailableGames: [] }),
      id: id.value,
      token: token.value,
      players: players.value,
      ...(url === undefined ? {} : { callbackUrl: url }),
    },
    callbackUrl: url,
    otherToken: otherTokenOf(configuration, id.value, seed.value),
    players:
      language.from === 'flag'
        ? players.value.map((player) => ({ ...player, language: language.value }))
        : players.value,
    gameId: game.value,
    seed: seed.value,
    nonce: nonce.value,
    timeoutMs: timeoutMs.value,
  };
};

const checkUrl = (text: string): void => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && ['http:', 'https:'].includes(url.protocol)) return;
  throw new WalletproofError(
    'usage',
    `${JSON.stringify(shownUrl(text))} is not a callback URL.`,
    'Give an http or https URL, such as http://127.0.0.1:8080/callback.',
  );
};

/** The callback URL, where a command cannot do without one. */
export const demandCallbackUrl = ({ callbackUrl }: Settings): string => {
  if (callbackUrl !== undefined) return callbackUrl;
  throw new WalletproofError(
    'usage',
    'No callback URL is given.',
    'Give it as an argument, in WALLETPROOF_CALLBACK_URL, or as callbackUrl in walletproof.config.yaml.',
  );
};

const numberOf = (text: string | undefined): number | undefined => {
  if (text === undefined || text === '') return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new WalletproofError(
    'usage',
    `WALLETPROOF_AGENT_ID is ${JSON.stringify(text)}, which is no whole number.`,
    'Set it to the agent_id, such as 1001, or unset it.',
  );
};

/** What came from where; no secret is ever shown. */
const printSources = (resolved: Resolved, file: string | undefined): void => {
  const { id, token, callbackUrl, players, language, game, seed, nonce, timeoutMs } = resolved;
  const lines: [string, ChosenSetting<unknown>, string][] = [
    ['agent-id', id, String(id.value)],
    ['token', token, '(not shown)'],
    ['callback-url', callbackUrl, shownUrl(callbackUrl.value ?? '(none)')],
    ['player', players, players.value.map((player) => `${player.id}:${player.currencies.join(',')}`).join(' ')],
    ['language', language, language.value],
    ['game', game, String(game.value)],
    ['timeout', timeoutMs, `${timeoutMs.value} ms`],
    ['seed', seed, String(seed.value)],
    ['nonce', nonce, nonce.value],
  ];
  log(`configuration: ${visibleLine(file ?? 'none')}\n`);
  for (const [name, { from }, value] of lines) {
    log(`${name.padEnd(12)} ${visibleLine(value)} (${from})\n`);
  }
};

/** A setting, and where it came from: what --verbose tells. */
interface ChosenSetting<T> {
  readonly value: T;
  readonly from: 'flag' | 'environment' | 'file' | 'default';
}

interface Sources<T> {
  readonly flag?: T;
  readonly environment?: T;
  readonly file?: T;
}

/** A flag overrides the environment overrides the file overrides the default. */
const choose = <T, D>({ flag, environment, file }: Sources<T>, byDefault: D): ChosenSetting<T | D> => {
  if (flag !== undefined) return { value: flag, from: 'flag' };
  if (environment !== undefined && environment !== '') return { value: environment, from: 'environment' };
  if (file !== undefined) return { value: file, from: 'file' };
  return { value: byDefault, from: 'default' };
};

/** The player of a `--player`; a usage error where it names none. */
export const parsePlayer = (text: string, language: string): PlayerConfiguration => {
  const read = writtenPlayer(text, language);
  if (read.kind === 'player') return read.player;
  throw new WalletproofError(
    'usage',
    `--player ${JSON.stringify(text)} names no player: ${read.problem}.`,
    `Write --player ID, or --player ID:USD,EUR with the currencies that the player has, such as --player ${read.instead}.`,
  );
};

/** `player-1=ID`: its callbacks come in that session. */
const parseSessions = (texts: readonly string[], players: readonly PlayerConfiguration[]): RunSession[] =>
  texts.map((text) => {
    const equals = text.indexOf('=');
    const [player, id] = [text.slice(0, equals), text.slice(equals + 1)];
    if (equals > 0 && id !== '' && players.some((each) => each.id === player)) {
      return { player, name: 'main', id };
    }
    const names = players.map((each) => each.id).join(', ');
    throw new WalletproofError(
      'usage',
      `--session ${JSON.stringify(text)} names no session of a player.`,
      `Write --session PLAYER=ID, with one of the players ${names}.`,
    );
  });
