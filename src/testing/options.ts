import { randomBytes } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { parseDuration } from '../base/quantities.ts';
import { shownUrl } from '../base/shown.ts';
import { type Configuration, type PlayerConfiguration, parseConfiguration } from '../formats/configuration.ts';
import { suggest } from '../formats/document/closest-word.ts';
import type { Game } from '../formats/games.ts';
import { loadConfiguration, loadGames } from '../formats/load-files.ts';
import { writtenPlayer } from '../formats/written-player.ts';
import { durationOf } from '../formats/written-time.ts';
import { otherTokenOf, type RunSettings } from '../run/run-settings.ts';
import { demandDialect, dialects } from '../signing/dialects.ts';
import { namesOf } from '../spec/closed-list.ts';
import type { Quirks } from '../spec/quirks.ts';
import { usageError } from '../spec/walletproof-error.ts';

/** The agent under test: where it listens, or the application itself. */
export interface AgentOptions {
  /** Its callback URL, such as `http://127.0.0.1:8080/callback`. */
  readonly url?: string;
  /** Its application, which is put on a free port of 127.0.0.1 and closed with the platform; or what imports it. */
  readonly app?: App | AppFactory;
  /** Where the application takes callbacks; `/callback` when absent. */
  readonly path?: string;
  /** Its API token; `test-token` when absent. */
  readonly token?: string;
  /** Its agent_id; 1001 when absent. */
  readonly id?: number;
}

/** What an application is told before it is made. */
export interface AppSurroundings {
  /** Where the agent finds the platform: its base URL of /api/games/*. */
  readonly platformUrl: string;
}

/** What answers requests: an Express app, `app.callback()` of Koa, a listener, or a server that does not listen yet. */
export type App = RequestListener | Server;

/** A module with the app: as its default export, or as `app`. */
export interface AppModule {
  readonly default?: unknown;
  readonly app?: unknown;
}

/** Makes the app once the platform listens. It takes one parameter at most: a listener takes two. */
export type AppFactory = (surroundings: AppSurroundings) => App | AppModule | Promise<unknown>;

/** What `startPlatform` takes. */
export interface PlatformOptions {
  readonly agent: AgentOptions;
  /** Players that the agent has, such as `alice:USD,EUR`; the first currency is the main one. */
  readonly players: readonly (string | WrittenPlayer)[];
  /** The games of the platform; the built-in ones when absent. */
  readonly games?: readonly Game[];
  /** The game of a session that names none; 101 when absent. */
  readonly game?: number;
  /** Settings for what the specification leaves open; those of `configuration` when absent. */
  readonly quirks?: Partial<Quirks>;
  /** Path of a configuration file; none is read when absent. */
  readonly configuration?: string;
  /** Decides everything that is drawn, such as the rounds of games; 1 when absent. */
  readonly seed?: number;
  /** Stands in every id, so that two platforms draw different ones; drawn anew when absent. */
  readonly nonce?: string;
  /** The dialect that callbacks are signed in; found where the agent refuses the plainest one, when absent. */
  readonly dialect?: string;
  /** How long the agent may take to answer, such as `5s`. */
  readonly timeout?: string | number;
  /** `ignore`: findings that no assertion looked at are not thrown. */
  readonly onFinding?: 'error' | 'ignore';
  /** A breach of a `should` counts as one of a `must`. */
  readonly strict?: boolean;
  /** `manual`: the platform's time stands still until `platform.clock` moves it. */
  readonly clock?: 'system' | 'manual';
  readonly hooks?: PlatformHooks;
  /** The agent may be on a host that is neither loopback nor private. */
  readonly allowPublicTarget?: boolean;
}

/** A player as the options name one. */
export type WrittenPlayer = Pick<PlayerConfiguration, 'id'> & Partial<PlayerConfiguration>;

/** What the platform may ask of the surroundings of the agent. */
export interface PlatformHooks {
  /** Makes the agent ask the platform for a launch link; what it answered, where that matters. */
  readonly launch?: LaunchFunction;
  /** Restarts the agent. */
  readonly restart?: () => unknown;
}

/** What the agent is to launch. */
export interface LaunchOrder {
  readonly playerId: string;
  readonly playerUsername: string;
  readonly currency: string;
  readonly language: string;
  readonly gameId: number;
}

/**
 * Makes the agent ask for a link, by whatever it has for that: a request to it, or a call of its code.
 * Gives back what the agent answered: a Response of fetch, `{ status, body }`, or the link as text;
 * an error that is thrown is an answer of status 500.
 */
export type LaunchFunction = (order: LaunchOrder) => unknown;

/** The options with every default filled in. The callback URL is known once an app listens. */
export interface ReadOptions {
  readonly settings: RunSettings;
  readonly agent: AgentOptions;
  readonly games: readonly Game[];
  readonly hooks: PlatformHooks;
  readonly throwsFindings: boolean;
  readonly isStrict: boolean;
  readonly isManual: boolean;
  readonly allowPublicTarget: boolean;
}

/** Reads them; a WalletproofError that says what is wrong. */
export const readOptions = async (options: PlatformOptions): Promise<ReadOptions> => {
  checkKeys(options, optionNames, 'startPlatform');
  const configuration = await configurationOf(options);
  return {
    settings: settingsOf(options, configuration),
    agent: checkAgent(options.agent),
    games: options.games ?? (await loadGames(configuration.games)),
    hooks: checkKeys(options.hooks ?? {}, ['launch', 'restart'], 'hooks'),
    throwsFindings: wordOf(options.onFinding, ['error', 'ignore'], 'onFinding') === 'error',
    isStrict: options.strict === true,
    isManual: wordOf(options.clock, ['system', 'manual'], 'clock') === 'manual',
    allowPublicTarget: options.allowPublicTarget === true,
  };
};

const optionNames = [
  'agent',
  'players',
  'games',
  'game',
  'quirks',
  'configuration',
  'seed',
  'nonce',
  'dialect',
  'timeout',
  'onFinding',
  'strict',
  'clock',
  'hooks',
  'allowPublicTarget',
] as const satisfies readonly (keyof PlatformOptions)[];

const wordOf = <const Word extends string>(
  given: Word | undefined,
  words: readonly [Word, ...Word[]],
  name: string,
): Word => {
  const [byDefault] = words;
  if (given === undefined || words.includes(given)) return given ?? byDefault;
  throw usageError(`${name} is ${JSON.stringify(given)}.`, `Give one of: ${words.join(', ')}.`);
};

const checkAgent = (agent: AgentOptions | undefined): AgentOptions => {
  const known = ['url', 'app', 'path', 'token', 'id'];
  const { url, app } = checkKeys(agent ?? {}, known, 'agent');
  if (agent === undefined || (url === undefined) === (app === undefined)) {
    throw usageError(
      app === undefined ? 'No agent is given.' : 'The agent is given twice, as url and as app.',
      "Give agent: { url: 'http://127.0.0.1:8080/callback' } or agent: { app }.",
    );
  }
  if (url !== undefined && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
    const shown = JSON.stringify(shownUrl(url));
    throw usageError(`${shown} is not a callback URL.`, 'Give an http or https URL as agent.url.');
  }
  return agent;
};

const configurationOf = async (options: PlatformOptions): Promise<Configuration> => {
  const { configuration: file, quirks, nonce = '' } = options;
  const knownDialects = dialects.map(({ name }) => name);
  const token = options.agent?.token;
  const text = JSON.stringify({ quirks: quirks ?? {} });
  const parsed = parseConfiguration({ text, file: 'quirks', env: {}, knownDialects, token });
  if (/[^\w-]/.test(nonce)) throw usageError(`The nonce ${nonce} is no plain word.`, 'Use letters and digits.');
  if (file === undefined) return parsed;
  const loading = { file, cwd: process.cwd(), env: process.env, knownDialects, token };
  const { configuration } = await loadConfiguration(loading);
  const own = Object.fromEntries(namesOf((quirks ?? {}) as Quirks).map((name) => [name, parsed.quirks[name]] as const));
  return { ...configuration, quirks: { ...configuration.quirks, ...own } };
};

const settingsOf = (options: PlatformOptions, configuration: Configuration): RunSettings => {
  const { agent, seed = 1, game = 101, timeout, dialect } = options;
  const { id = 1001, token = 'test-token' } = agent ?? {};
  const known = configuration.agents.find((each) => each.id === id);
  const players = playersOf(options.players);
  return {
    configuration,
    agent: {
      ...(known ?? { unavailableGames: [] }),
      id,
      token,
      players,
      dialect: dialect === undefined ? known?.dialect : demandDialect(dialect).name,
    },
    otherToken: otherTokenOf(configuration, id, seed),
    players,
    sessions: [],
    gameId: game,
    seed,
    nonce: options.nonce ?? randomBytes(4).toString('hex'),
    timeoutMs: timeout === undefined ? durationOf(configuration.callbacks.timeout) : spanOf(timeout, 'timeout'),
  };
};

const playersOf = (given: PlatformOptions['players'] | undefined): readonly PlayerConfiguration[] => {
  if (given !== undefined && !Array.isArray(given)) {
    throw usageError(
      `players is ${JSON.stringify(given)}, which is no array.`,
      "Give an array: players: ['alice:USD,EUR'].",
    );
  }
  if (!Array.isArray(given) || given.length === 0) {
    throw usageError('No players are given.', "Give those that the agent has: players: ['alice:USD,EUR'].");
  }
  const players = (given as PlatformOptions['players']).map(playerOf);
  const twin = players.find(({ id }, at) => players.findIndex((other) => other.id === id) !== at);
  if (twin === undefined) return players;
  throw usageError(`The player ${twin.id} is given twice.`, 'Write all currencies behind one id.');
};

const playerOf = (given: string | WrittenPlayer): PlayerConfiguration => {
  if (typeof given !== 'string') return playerOfObject(given);
  const read = writtenPlayer(given, 'en');
  if (read.kind === 'player') return read.player;
  throw usageError(
    `${JSON.stringify(given)} names no player: ${read.problem}.`,
    `Write 'alice', or 'alice:USD,EUR' with the currencies that the player has, such as '${read.instead}'; any id at all can be written as { id, currencies: ['USD'] }.`,
  );
};

const playerOfObject = (given: WrittenPlayer): PlayerConfiguration => {
  const known = ['id', 'username', 'currencies', 'language'];
  const { id, username = id, currencies = ['USD'], language = 'en' } = checkKeys(given, known, 'A player');
  const hasTexts = [id, username, language].every(isText);
  if (hasTexts && Array.isArray(currencies) && currencies.length > 0 && currencies.every(isText)) {
    return { id, username, currencies, language };
  }
  throw usageError(
    `${JSON.stringify(given)} names no player: id, username and language are texts, currencies is an array of them.`,
    "Write { id: 'alice', currencies: ['USD', 'EUR'] }; username, currencies and language may be left out.",
  );
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Milliseconds of a duration such as `5s`, or of a number of them. */
export const spanOf = (given: string | number, name: string): number => {
  const span = typeof given === 'number' ? given : parseDuration(given);
  if (span !== undefined && Number.isFinite(span) && span >= 0) return span;
  throw usageError(
    `${name} is ${JSON.stringify(given)}, which is no duration.`,
    'Give a number of milliseconds, or text such as 500ms, 5s, 2m.',
  );
};

/** The options as they are given. A mistyped one would do nothing: a WalletproofError that names the one that was meant. */
export const checkKeys = <T extends object>(given: T, known: readonly string[], what: string): T => {
  if (typeof given !== 'object' || given === null) {
    throw usageError(`${what} takes an object of options.`, `Its keys are: ${known.join(', ')}.`);
  }
  const unknown = namesOf(given as Readonly<Record<string, unknown>>).find((name) => !known.includes(name));
  if (unknown === undefined) return given;
  throw usageError(`${what} has no option ${JSON.stringify(unknown)}.`, sentenceOf(unknown, known));
};

/** What to write in place of an unknown word, as a sentence. */
export const sentenceOf = (word: string, known: readonly string[]): string => {
  const text = suggest(word, known);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith('?') ? '' : '.'}`;
};

/** What is closed neither sends nor receives anything. */
export const demandOpen = ({ aborted }: AbortSignal): void => {
  if (!aborted) return;
  throw usageError(
    'This platform is closed.',
    'Start another one with startPlatform(), or close it after the last test only: afterAll(() => platform.close()).',
  );
};
