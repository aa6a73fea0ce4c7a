import { afterAll, describe, expect, it } from '@jest/globals';
import { variants } from '../../fixtures/agents/example/index.ts';
import { idsWith } from '../e2e/report-of.ts';
import { openPlayers, type Player } from './open-player.ts';

/** Its answers are right one by one and no serial order gives them all: warned about, never failed. */
const readsLater = 'commit-then-select';

/** Its player's money is shown to whoever writes the id in other case: it is at risk, which is warned about. */
const anyCase = 'players-without-case';

const warned: ReadonlySet<string> = new Set([readsLater, anyCase]);

const names = variants.map(({ name }) => name);

let players: Promise<Player> | undefined;

/** Opened by whoever asks first: Jest begins tests that go on at once before the hooks of their block. */
const open = async (): Promise<Player> => {
  players ??= openPlayers();
  return await players;
};

afterAll(async () => await (await open()).close());

describe('every other right way to be an agent', () => {
  it.concurrent.each(names.filter((name) => !warned.has(name)))(
    '%s is entirely green, also when warnings fail',
    async (variant) => {
      const run = await (await open()).play({ variant });

      expect(idsWith(run, 'failed', 'warned', 'inconclusive', 'blocked')).toEqual([]);
      expect([run.verdict, run.code]).toEqual(['conformant', 0]);
      expect(run.otherwise).toEqual([]);
      expect(run.liveAlone).toEqual([]);
    },
  );

  it('one that reads the balance after the commit is conformant, with at most a warning', async () => {
    const run = await (await open()).play({ variant: readsLater });

    expect(idsWith(run, 'failed', 'inconclusive', 'blocked')).toEqual([]);
    expect(['CON-04']).toEqual(expect.arrayContaining(idsWith(run, 'warned')));
    expect([run.verdict, run.code]).toEqual(['conformant', 0]);
  });

  it('one that compares players without case is conformant, and warned of that alone', async () => {
    const run = await (await open()).play({ variant: anyCase });

    expect(idsWith(run, 'failed', 'inconclusive', 'blocked')).toEqual([]);
    expect(idsWith(run, 'warned')).toEqual(['BAL-09']);
    expect(run.verdict).toBe('conformant');
    expect(run.otherwise).toEqual([]);
  });

  it('there are a dozen of them at least', () => {
    expect(names.length).toBeGreaterThanOrEqual(12);
  });
});
