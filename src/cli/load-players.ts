import { plural } from '../base/quantities.ts';
import type { PlayerConfiguration } from '../formats/configuration.ts';
import { readTextFile } from '../formats/load-files.ts';
import { writtenPlayer } from '../formats/written-player.ts';
import { type FileProblem, PointingError } from '../spec/walletproof-error.ts';
import { demand, usageError } from './exit-code.ts';
import type { OptionsOf } from './options.ts';
import { parsePlayer, type Settings } from './resolve-settings.ts';

interface PlayersAsked {
  readonly flags: Pick<OptionsOf<'load'>, 'player' | 'players' | 'playersFrom' | 'playerPattern'>;
  readonly settings: Pick<Settings, 'players'>;
  /** It is started with whatever players are played. */
  readonly isExample: boolean;
}

/** The players of the example agent where nobody says how many. */
const exampleCount = 50;

/** The players of the whole load: by a pattern, from a file, or those that are configured. */
export const playersOfLoad = async ({ flags, settings, isExample }: PlayersAsked): Promise<PlayerConfiguration[]> => {
  const { playersFrom: file, playerPattern: pattern, players: count } = flags;
  const language = settings.players[0]?.language ?? 'en';
  demand(count !== 0, '--players 0 plays nothing.', 'Give how many players there are.');
  demand(
    pattern === undefined || file === undefined,
    'The players are either named by --player-pattern or read by --players-from.',
    'Leave one of them out.',
  );
  if (pattern !== undefined) return byPattern(pattern, count, language);
  if (file !== undefined) return firstOf(await readPlayers(file, language), count);
  return isExample && flags.player === undefined
    ? byPattern('load-{n}:USD', count ?? exampleCount, language)
    : firstOf(settings.players, count);
};

const byPattern = (pattern: string, count: number | undefined, language: string): PlayerConfiguration[] => {
  if (count === undefined) {
    throw usageError('--player-pattern needs --players.', `Write --player-pattern '${pattern}' --players 2000.`);
  }
  demand(
    pattern.includes('{n}'),
    `--player-pattern ${JSON.stringify(pattern)} names one player alone.`,
    "Write {n} where the number stands: 'load-{n}'.",
  );
  const player = parsePlayer(pattern, language);
  return Array.from({ length: count }, (_, n) => {
    const id = player.id.replaceAll('{n}', String(n + 1));
    return { ...player, id, username: id };
  });
};

const firstOf = (players: readonly PlayerConfiguration[], count = players.length): PlayerConfiguration[] => {
  demand(
    count <= players.length,
    `--players ${count} are asked for, and ${plural(players.length, 'player is', 'players are')} named.`,
    `Name them by --player-pattern 'load-{n}' (load-1 to load-${count}), by --players-from FILE, or by --player once for each.`,
  );
  return players.slice(0, count);
};

const forms = 'Write a player a line: load-1, load-1:EUR, or load-1,Load One,EUR.';

/** Mistakes that are told; a file of another kind has one in each line. */
const mostProblems = 10;

const readPlayers = async (file: string, language: string): Promise<PlayerConfiguration[]> => {
  const remedy = 'Give --players-from a file with one player a line.';
  const text = await readTextFile({ path: file, file, code: 'usage', remedy });
  const players = new Map<string, PlayerConfiguration>();
  const problems: FileProblem[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const read = readLine(line.trim(), language);
    const message =
      typeof read === 'string' ? read : players.has(read.id) ? `${read.id} stands there twice` : undefined;
    if (message !== undefined) problems.push({ file, line: index + 1, column: 1, message, remedy: forms });
    else if (typeof read === 'object') players.set(read.id, read);
  }
  if (problems.length > 0) throw wrongLines(problems);
  demand(players.size > 0, `${file} names no player.`, forms);
  return [...players.values()];
};

const wrongLines = (problems: readonly FileProblem[]): PointingError => {
  const told = problems.slice(0, mostProblems).map(({ file, line, message }) => `${file}:${line}: ${message}`);
  const more = problems.length > mostProblems ? [`and ${problems.length - mostProblems} more`] : [];
  return new PointingError('usage', [...told, ...more].join('\n'), forms, { problems });
};

/** A player, or what is wrong with the line: `load-1:EUR`, or `load-1,Load One,EUR`. */
const readLine = (line: string, language: string): PlayerConfiguration | string => {
  if (line.includes(':') || !line.includes(',')) return readPlayer(line, language);
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
