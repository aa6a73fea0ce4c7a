import { plural } from '../base/quantities.ts';
import type { PlayerConfiguration } from '../formats/configuration.ts';
import { readTextFile } from '../formats/load-files.ts';
import { writtenPlayer } from '../formats/written-player.ts';
import { type FileProblem, PointingError, WalletproofError } from '../spec/walletproof-error.ts';
import type { LoadFlags } from './options.ts';
import { parsePlayer, type Settings } from './resolve-settings.ts';

type PlayerFlags = Pick<LoadFlags, 'player' | 'players' | 'playersFrom' | 'playerPattern'>;

interface PlayersAsked {
  readonly flags: PlayerFlags;
  readonly settings: Pick<Settings, 'players'>;
  /** It is started with whatever players are played. */
  readonly isExample: boolean;
}

/** The players of the example agent where nobody says how many. */
const exampleCount = 50;

/** The players of the whole load: by a pattern, from a file, or those that are configured. */
export const playersOfLoad = async (asked: PlayersAsked): Promise<PlayerConfiguration[]> => {
  const { flags, settings, isExample } = asked;
  const { playersFrom, playerPattern, players: count } = flags;
  const language = settings.players[0]?.language ?? 'en';
  if (count === 0) throw noPlayers();
  if (playerPattern !== undefined && playersFrom !== undefined) throw twoSources();
  if (playerPattern !== undefined) return byPattern(playerPattern, count, language);
  if (playersFrom !== undefined) return firstOf(await readPlayers(playersFrom, language), count);
  return isExample && flags.player === undefined
    ? byPattern('load-{n}:USD', count ?? exampleCount, language)
    : firstOf(settings.players, count);
};

const noPlayers = (): WalletproofError =>
  new WalletproofError('usage', '--players 0 plays nothing.', 'Give how many players there are.');

const twoSources = (): WalletproofError =>
  new WalletproofError(
    'usage',
    'The players are either named by --player-pattern or read by --players-from.',
    'Leave one of them out.',
  );

const byPattern = (pattern: string, count: number | undefined, language: string): PlayerConfiguration[] => {
  if (count === undefined) {
    const remedy = `Write --player-pattern '${pattern}' --players 2000.`;
    throw new WalletproofError('usage', '--player-pattern needs --players.', remedy);
  }
  if (!pattern.includes('{n}')) {
    const message = `--player-pattern ${JSON.stringify(pattern)} names one player alone.`;
    throw new WalletproofError('usage', message, "Write {n} where the number stands: 'load-{n}'.");
  }
  const player = parsePlayer(pattern, language);
  return Array.from({ length: count }, (_, n) => {
    const id = player.id.replaceAll('{n}', String(n + 1));
    return { ...player, id, username: id };
  });
};

const firstOf = (players: readonly PlayerConfiguration[], count = players.length): PlayerConfiguration[] => {
  if (count <= players.length) return players.slice(0, count);
  throw new WalletproofError(
    'usage',
    `--players ${count} are asked for, and ${plural(players.length, 'player is', 'players are')} named.`,
    `Name them by --player-pattern 'load-{n}' (load-1 to load-${count}), by --players-from FILE, or by --player once for each.`,
  );
};

/** Mistakes that are told; a file of another kind has one in each line. */
const mostProblems = 10;

const readPlayers = async (file: string, language: string): Promise<PlayerConfiguration[]> => {
  const remedy = 'Give --players-from a file with one player a line.';
  const text = await readTextFile({ path: file, file, code: 'usage', remedy });
  const players = new Map<string, PlayerConfiguration>();
  const problems: FileProblem[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const read = readLine(line.trim(), { language, earlier: players });
    if (typeof read === 'object') players.set(read.id, read);
    else problems.push({ file, line: index + 1, column: 1, message: read, remedy: forms });
  }
  if (problems.length > 0) throw wrongLines(problems);
  if (players.size > 0) return [...players.values()];
  throw new WalletproofError('usage', `${file} names no player.`, forms);
};

const forms = 'Write a player a line: load-1, load-1:EUR, or load-1,Load One,EUR.';

const wrongLines = (problems: readonly FileProblem[]): PointingError => {
  const told = problems.slice(0, mostProblems);
  const lines = told.map(({ file, line, message }) => `${file}:${line}: ${message}`);
  const more = problems.length - told.length;
  const rest = more === 0 ? [] : [`and ${more} more`];
  return new PointingError('usage', [...lines, ...rest].join('\n'), forms, { problems });
};

interface Reading {
  readonly language: string;
  /** Players of the lines before. */
  readonly earlier: ReadonlyMap<string, PlayerConfiguration>;
}

/** A player, or what is wrong with the line. */
const readLine = (line: string, { language, earlier }: Reading): PlayerConfiguration | string => {
  const isNamed = line.includes(',') && !line.includes(':');
  const player = isNamed ? readFields(line, language) : readPlayer(line, language);
  const isTwice = typeof player === 'object' && earlier.has(player.id);
  return isTwice ? `${player.id} stands there twice` : player;
};

const readFields = (line: string, language: string): PlayerConfiguration | string => {
  const fields = line.split(',').map((field) => field.trim());
  const [id = '', username = '', currency = ''] = fields;
  if (fields.length !== 3) return `${plural(fields.length, 'field')}, where there are one or three`;
  if (username === '') return 'the username is empty';
  const player = readPlayer(`${id}:${currency}`, language);
  return typeof player === 'string' ? player : { ...player, username };
};

const readPlayer = (text: string, language: string): PlayerConfiguration | string => {
  const read = writtenPlayer(text, language);
  return read.kind === 'player' ? read.player : read.problem;
};
