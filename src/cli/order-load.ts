import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { createDice } from '../base/dice.ts';
import { plural, renderDuration } from '../base/quantities.ts';
import type { PlayerConfiguration } from '../formats/configuration.ts';
import { readTextFile } from '../formats/load-files.ts';
import { parseFaults } from '../formats/load-mix.ts';
import type { LoadReport } from '../formats/load-report.ts';
import { builtInMix, parseMix } from '../formats/parse-mix.ts';
import { writtenPlayer } from '../formats/written-player.ts';
import { parseGoals } from '../load/load-goals.ts';
import { callbacksDue, peakRate } from '../load/plan.ts';
import { type TakenSlice, takeSlice } from '../load/slices.ts';
import { demand, type FileProblem, PointingError, usageError } from '../spec/walletproof-error.ts';
import { exampleToken, isWithExample } from './example-agent.ts';
import type { OptionsOf } from './options.ts';
import { log } from './output.ts';
import { demandCallbackUrl, parsePlayer, resolveSettings, type Settings } from './resolve-settings.ts';

/** All that was asked for, checked before anything is sent. */
export type OrderedLoad = Awaited<ReturnType<typeof orderLoad>>;

/** Reads what is asked for, and what the environment says of it. Nothing is sent. */
export const orderLoad = async (url: string | undefined, flags: OptionsOf<'load'>) => {
  const isExample = isWithExample(url, flags);
  const token = flags.token ?? (isExample ? exampleToken : undefined);
  const resolved = await resolveSettings({ ...flags, rate: undefined, token }, url);
  if (!isExample) demandCallbackUrl(resolved);
  parseGoals(flags.failOn ?? []);
  demandStart(flags.startAt, Date.now());
  const { slice, slices } = flags;
  const taken = takeSlice({ slice, slices, env: process.env });
  if (taken.told !== undefined) log(`walletproof: ${taken.told}\n`);
  const nonce = nonceOfLoad(taken, flags, resolved);
  const players: Settings['players'] = await playersOfLoad({ flags, settings: resolved, isExample });
  const mix = await mixOf(flags);
  const { title, faults } = mix;
  const asked = askedOf(flags, { players: players.length, mix: title, faults, timeoutMs: resolved.timeoutMs });
  const settings = { ...resolved, players, nonce: nonce.idNonce, seed: nonce.seed };
  return { flags, settings, isExample, players, mix, asked, slice: taken.slice, nonce: nonce.nonce };
};

const mixOf = async ({ mix: file, faults }: OptionsOf<'load'>) => {
  const remedy = 'Give --mix the path of a mix of activities (YAML).';
  const mix =
    file === undefined
      ? builtInMix()
      : parseMix({ text: await readTextFile({ path: resolve(file), file, code: 'configuration', remedy }), file });
  return faults === undefined ? mix : { ...mix, faults: parseFaults(faults) };
};

type Asked = LoadReport['asked'];

/** What is asked for, of the whole load: less than 30 s where nothing is said. Refused above caps that nobody raised. */
export const askedOf = (flags: LoadCurve, about: Pick<Asked, 'players' | 'mix' | 'faults' | 'timeoutMs'>): Asked => {
  const { rate = 50, ramp: rampMs = 5_000, duration = 20_000, for: holdMs = duration, spike: spikes = [] } = flags;
  const { maxRate = 2_000, maxTime = 5 * 60_000, maxCallbacks = 200_000, failOn = [] } = flags;
  const curve = { ratePerSecond: rate, rampMs, holdMs, spikes };
  const [peak, due, length] = [peakRate(curve), callbacksDue(curve), renderDuration(rampMs + holdMs)];
  const kept = 'which a load keeps to where nothing else is said.';
  demand(
    peak <= maxRate,
    `${peak}/s are more than ${maxRate}/s, ${kept}`,
    `Raise it where the agent is meant to take that: --max-rate ${Math.ceil(peak)}/s.`,
  );
  demand(
    rampMs + holdMs <= maxTime,
    `--ramp and --for together are ${length}, more than ${renderDuration(maxTime)}, ${kept}`,
    `Raise it where that is meant: --max-time ${length}.`,
  );
  demand(
    due <= maxCallbacks,
    `About ${due} callbacks are due, more than ${maxCallbacks}, ${kept}`,
    `Raise it where that is meant: --max-callbacks ${due}, and something for what is sent again.`,
  );
  for (const { atMs, forMs } of spikes) {
    demand(
      atMs + forMs <= rampMs + holdMs,
      `A --spike ends ${renderDuration(atMs + forMs)} after the start, and the load ${length} after it.`,
      'Let it end within --ramp and --for together.',
    );
  }
  return { ...about, ...curve, maxCallbacks, failOn };
};

type LoadCurve = Pick<
  OptionsOf<'load'>,
  'rate' | 'ramp' | 'for' | 'duration' | 'spike' | 'failOn' | 'maxRate' | 'maxTime' | 'maxCallbacks'
>;

/**
 * By what a load is known, and what makes its ids and its chance. All slices have one nonce, by which `load merge` knows
 * them, and which each knows by itself; the ids that a slice sends are of no other one, and of no other attempt of it.
 * Throws a usage error where there is no such nonce.
 */
export const nonceOfLoad = (
  { slice, job }: TakenSlice,
  { nonce: given, seed, startAt }: Pick<OptionsOf<'load'>, 'nonce' | 'seed' | 'startAt'>,
  own: Pick<Settings, 'nonce' | 'seed'>,
): { readonly nonce: string; readonly idNonce: string; readonly seed: number } => {
  if (slice.count === 1) return { nonce: own.nonce, idNonce: own.nonce, seed: own.seed };
  const byTime = startAt === undefined ? undefined : `at-${Math.round(startAt / 1000).toString(36)}`;
  const nonce = given ?? job ?? byTime;
  if (nonce === undefined) {
    throw usageError(
      'The slices of a load need one nonce, by which load merge knows that they belong together.',
      'Give all of them the same: --nonce load-7, or --start-at with one time for all.',
    );
  }
  const attempt = randomInt(36 ** 4).toString(36);
  return {
    nonce,
    idNonce: `${nonce}-${slice.index}-${attempt}`,
    seed: seed ?? createDice(nonce).integer(0, 2 ** 31 - 1),
  };
};

/** Clocks and schedulers differ by so much. */
const toleranceMs = 5_000;
const longestWaitMs = 3_600_000;

/** Throws a usage error for a start that is over, or too far away to be waited for. */
export const demandStart = (startAt: number | undefined, now: number): void => {
  if (startAt === undefined) return;
  const time = new Date(startAt).toISOString();
  const ago = renderDuration(Math.max(0, Math.round((now - startAt) / 1000)) * 1000);
  const remedy = 'Give a time that leaves all slices a minute to start.';
  demand(startAt >= now - toleranceMs, `--start-at ${time} was ${ago} ago.`, remedy);
  demand(startAt <= now + longestWaitMs, `--start-at ${time} is more than an hour away.`, 'Start the slices later.');
};

interface PlayersAsked {
  readonly flags: Pick<OptionsOf<'load'>, 'player' | 'players' | 'vus' | 'playersFrom' | 'playerPattern'>;
  readonly settings: Pick<Settings, 'players'>;
  /** It is started with whatever players are played. */
  readonly isExample: boolean;
}

/** The players of the example agent where nobody says how many. */
const exampleCount = 50;

/** The players of the whole load: by a pattern, from a file, or those that are configured. */
export const playersOfLoad = async ({ flags, settings, isExample }: PlayersAsked): Promise<PlayerConfiguration[]> => {
  const { playersFrom: file, playerPattern: pattern, vus, players: count = vus } = flags;
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
