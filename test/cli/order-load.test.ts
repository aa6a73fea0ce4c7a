import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { askedOf, demandStart, nonceOfLoad, playersOfLoad } from '../../src/cli/order-load.ts';

const about = { players: 10, mix: 'Casino', faults: {}, timeoutMs: 5000 };

describe('what a load asks for', () => {
  it('fits a run of 30 s where nothing is said', () => {
    expect(askedOf({}, about)).toEqual({
      ...about,
      ratePerSecond: 50,
      rampMs: 5_000,
      holdMs: 20_000,
      spikes: [],
      maxCallbacks: 200_000,
      failOn: [],
    });
  });

  it.each([
    [{ rate: 5000 }, '--max-rate 5000/s'],
    [{ spike: [{ ratePerSecond: 3000, atMs: 0, forMs: 1000 }] }, '--max-rate 3000/s'],
    [{ ramp: 60_000, for: 300_000 }, '--max-time 6m'],
    [{ rate: 2000, for: 240_000 }, '--max-callbacks 485000'],
  ])('is refused above a cap, and says how to raise it: %j', (flags, remedy) => {
    expect(() => askedOf(flags, about)).toThrow(
      expect.objectContaining({ code: 'usage', remedy: expect.stringContaining(remedy) }),
    );
  });

  it('is taken where the cap is raised', () => {
    const flags = { rate: 5000, for: 600_000, ramp: 0 };
    const raised = { maxRate: 5000, maxTime: 600_000, maxCallbacks: 3_000_000 };

    expect(askedOf({ ...flags, ...raised }, about)).toMatchObject({
      ratePerSecond: 5000,
      holdMs: 600_000,
      maxCallbacks: 3_000_000,
    });
  });

  it('lasts as long as --for says, or --duration', () => {
    expect(askedOf({ for: 7_000 }, about).holdMs).toBe(7_000);
    expect(askedOf({ duration: 7_000 }, about).holdMs).toBe(7_000);
  });

  it('has no spike after its end', () => {
    const spike = [{ ratePerSecond: 100, atMs: 24_000, forMs: 5_000 }];

    expect(() => askedOf({ spike }, about)).toThrow('A --spike ends 29s after the start');
  });
});

describe('the nonce of a load', () => {
  const settings = { nonce: 'own', seed: 7 };
  const slice = { index: 2, count: 4 };

  it('is that of the settings where there is one slice', () => {
    const taken = { slice: { index: 1, count: 1 } };

    expect(nonceOfLoad(taken, {}, settings)).toEqual({ nonce: 'own', idNonce: 'own', seed: 7 });
  });

  it.each([
    ['--nonce', { slice, job: 'slurm-5' }, { nonce: 'load-7', startAt: 36_000 }, 'load-7'],
    ['the job of the scheduler', { slice, job: 'slurm-5' }, { startAt: 36_000 }, 'slurm-5'],
    ['--start-at', { slice }, { startAt: 36_000 }, 'at-10'],
  ])('is the same in all slices by %s, and so is the seed', (_by, taken, flags, nonce) => {
    const one = nonceOfLoad(taken, flags, settings);
    const other = nonceOfLoad({ ...taken, slice: { index: 3, count: 4 } }, flags, settings);

    expect(one.nonce).toBe(nonce);
    expect(other.nonce).toBe(nonce);
    expect(other.seed).toBe(one.seed);
    expect(one.idNonce).toMatch(new RegExp(`^${nonce}-2-[a-z0-9]+$`));
    expect(other.idNonce).toMatch(new RegExp(`^${nonce}-3-[a-z0-9]+$`));
  });

  it('is asked for where slices have nothing in common', () => {
    expect(() => nonceOfLoad({ slice }, {}, settings)).toThrow('need one nonce');
  });
});

describe('the start of a load', () => {
  const now = Date.parse('2026-12-31T12:00:00Z');

  it('may be a moment ago, or up to an hour away', () => {
    for (const startAt of [undefined, now - 4_000, now + 3_600_000]) {
      expect(() => demandStart(startAt, now)).not.toThrow();
    }
  });

  it('is refused where it is over, or too far away', () => {
    expect(() => demandStart(now - 60_000, now)).toThrow('--start-at 2026-12-31T11:59:00.000Z was 1m ago.');
    expect(() => demandStart(now + 3_700_000, now)).toThrow('is more than an hour away');
  });
});

describe('the players of a load', () => {
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
    expect(await idsOf({ vus: 1 })).toEqual(['alice']);
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
});
