import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { playersOfLoad } from '../../src/cli/load-players.ts';

const settings = {
  players: [
    { id: 'alice', username: 'Alice', currencies: ['USD', 'EUR'], language: 'de' },
    { id: 'bob', username: 'Bob', currencies: ['EUR'], language: 'de' },
  ],
};

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-players-'));
});

afterEach(async () => await rm(folder, { recursive: true, force: true }));

const idsOf = async (flags: object, isExample = false): Promise<string[]> =>
  (await playersOfLoad({ flags, settings, isExample })).map(({ id }) => id);

const fromFile = async (text: string) => {
  const file = join(folder, 'players.txt');
  await writeFile(file, text);
  return await playersOfLoad({ flags: { playersFrom: file }, settings, isExample: false });
};

it('plays the players that are configured, or the first of them', async () => {
  expect(await idsOf({})).toEqual(['alice', 'bob']);
  expect(await idsOf({ players: 1 })).toEqual(['alice']);
});

it('says how to name more players than there are', async () => {
  await expect(idsOf({ players: 2000 })).rejects.toMatchObject({
    code: 'usage',
    message: '--players 2000 are asked for, and 2 players are named.',
    remedy: expect.stringContaining("--player-pattern 'load-{n}' (load-1 to load-2000)"),
  });
});

it('a pattern counts players from 1, each with its currencies', async () => {
  const flags = { playerPattern: 'load-{n}:EUR', players: 3 };
  const players = await playersOfLoad({ flags, settings, isExample: false });

  expect(players.map(({ id }) => id)).toEqual(['load-1', 'load-2', 'load-3']);
  expect(players[2]).toEqual({
    id: 'load-3',
    username: 'load-3',
    currencies: ['EUR'],
    language: 'de',
  });
});

it.each([
  [{ playerPattern: 'load-{n}' }, '--player-pattern needs --players.'],
  [{ playerPattern: 'load', players: 2 }, '--player-pattern "load" names one player alone.'],
  [{ playerPattern: 'load-{n}', players: 2, playersFrom: 'x' }, 'either named by --player-pattern'],
  [{ players: 0 }, '--players 0 plays nothing.'],
])('refuses %j', async (flags, message) => {
  await expect(idsOf(flags)).rejects.toThrow(message);
});

it('the example agent is given fifty players, or those that are named', async () => {
  expect(await idsOf({}, true)).toHaveLength(50);
  expect(await idsOf({ players: 3 }, true)).toEqual(['load-1', 'load-2', 'load-3']);
  expect(await idsOf({ player: ['alice'] }, true)).toEqual(['alice', 'bob']);
});

it('reads a file with a player a line: an id, its currency, and how it is called', async () => {
  const players = await fromFile('# of the staging agent\nload-1\r\nload-2:EUR\n\nload-3,Łucja Three,PLN\n');

  expect(players).toEqual([
    { id: 'load-1', username: 'load-1', currencies: ['USD'], language: 'de' },
    { id: 'load-2', username: 'load-2', currencies: ['EUR'], language: 'de' },
    { id: 'load-3', username: 'Łucja Three', currencies: ['PLN'], language: 'de' },
  ]);
});

it('points at each line that names no player', async () => {
  await expect(fromFile('a\nb,c\na\n,x,USD\nd,,USD\ne,E,usd\n')).rejects.toMatchObject({
    problems: [
      { line: 2, message: '2 fields, where there are one or three' },
      { line: 3, message: 'a stands there twice' },
      { line: 4, message: 'it has no player id' },
      { line: 5, message: 'the username is empty' },
      { line: 6, message: '"usd" is no list of currency codes' },
    ],
  });
  await expect(fromFile('\n# nobody\n')).rejects.toThrow('names no player');
});
