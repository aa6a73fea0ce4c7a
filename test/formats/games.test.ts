import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseGames } from '../../src/formats/games.ts';
import { loadGames } from '../../src/formats/load-files.ts';

const game = {
  id: 1,
  title: 'T',
  brand: 'B',
  image_url: 'https://games.example/1.png',
  demo: true,
};
const parse = (games: unknown) => parseGames({ text: JSON.stringify(games, null, '\t'), file: 'g.json' });

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('the built-in games', () => {
  it('are games as a file of them is checked', async () => {
    const text = await readFile(new URL('../../fixtures/games.json', import.meta.url), 'utf8');
    expect(await loadGames()).toEqual(parseGames({ text, file: 'games.json' }));
  });

  it('begin with 101, and some have no demo', async () => {
    const games = await loadGames();
    expect(games[0]?.id).toBe(101);
    expect(games.length).toBeGreaterThanOrEqual(20);
    expect(games.filter(({ demo }) => !demo).length).toBeGreaterThanOrEqual(4);
  });
});

describe('how a game is played', () => {
  it('may be said', () => {
    expect(parse([{ ...game, kind: 'crash' }])).toEqual([{ ...game, kind: 'crash' }]);
  });

  it('is one of the kinds there are', () => {
    expect(() => parse([{ ...game, kind: 'crush' }])).toThrow('`kind`');
  });

  it('differs between the built-in games', async () => {
    const kinds = (await loadGames()).map(({ kind }) => kind);
    expect(kinds).toContain('crash');
    expect(kinds[0]).toBeUndefined();
  });
});

describe('loadGames', () => {
  it('reads a file', async () => {
    const file = join(folder, 'games.json');
    await writeFile(file, JSON.stringify([game]));
    expect(await loadGames(file)).toEqual([game]);
  });

  it('names a file that is missing', async () => {
    const file = join(folder, 'no.json');
    await expect(loadGames(file)).rejects.toMatchObject({
      code: 'configuration',
      message: `cannot read ${file}: there is no such file`,
    });
  });

  it.each([
    [[game, { ...game, title: 'U' }], 'g.json:10:9: another game has the id `1`'],
    [[{ ...game, id: '1' }], 'g.json:3:9: `id`: expected a number, not `"1"`'],
    [[{ ...game, demo: 'yes' }], 'g.json:7:11: `demo`: expected `true` or `false`, not `"yes"`'],
    [[{ ...game, image_url: 'x' }], '`image_url`: expected an http or https URL, not `"x"`'],
    [[{ ...game, name: 'x' }], 'g.json:8:3: unknown key `name`'],
    [[{ ...game, brand: undefined }], 'g.json:2:2: item 1 needs the key `brand`'],
    [{ games: [game] }, 'g.json:1:1: the file: expected a list, not a mapping'],
    [[], 'g.json:1:1: the file: expected at least 1 in the list, not an empty list'],
  ])('refuses %j', (games, problem) => {
    expect(() => parse(games)).toThrow(problem);
  });
});
