import { afterAll, describe, expect, it } from '@jest/globals';
import { defects, variants } from '../../fixtures/agents/example/index.ts';
import { missingTransitions, transitionTable } from '../../src/fuzz/coverage.ts';
import { openPlayers, type Player } from '../defects/open-player.ts';

/** All of them by three seeds in `npm run campaign -- --only fuzz`, else every seventh by one. */
const isWhole = process.env['CAMPAIGN'] !== undefined;

const marked = defects.filter(({ isOfSequences }) => isOfSequences === true).map(({ name }) => name);

/** What a fuzz must find, whatever else changes. */
const canary = 'rollback-repeats';

const drawn = isWhole ? marked : marked.filter((name, place) => place % 7 === 0 || name === canary);

const seeds = isWhole ? [1, 2, 3] : [1];

const budgetMs = 60_000;

/** More callbacks than this are told of, and why. */
const mostSteps = 4;

/** What they break stays broken: where all accounts are by then, nothing smaller can be looked for. */
const longer: ReadonlySet<string> = new Set([
  'connections-kept',
  'cut-off-keeps-connection',
  'refused-bet-keeps-lock',
  'refused-bet-reserved',
]);

let players: Promise<Player> | undefined;

const open = async (): Promise<Player> => {
  players ??= openPlayers();
  return await players;
};

afterAll(async () => await (await open()).close());

describe('sequences that nobody wrote', () => {
  it.concurrent.each(drawn.flatMap((defect) => seeds.map((seed) => [defect, seed] as const)))(
    'show %s by seed %i within a minute, in a few steps',
    async (defect, seed) => {
      const { found } = await (await open()).fuzz({ defect }, { seed, budgetMs });

      expect(found?.text).toMatch(/^# [A-Z]+-\d\d [a-z-]+: /);
      expect(found?.steps).toBeLessThanOrEqual(longer.has(defect) ? Number.POSITIVE_INFINITY : mostSteps);
    },
  );

  it.concurrent.each(variants.filter((_, place) => isWhole || place % 9 === 0).map(({ name }) => [name]))(
    'have nothing against an agent that is %s',
    async (variant) => {
      const { found } = await (await open()).fuzz({ variant }, { seed: 1, budgetMs });

      expect(found?.text).toBeUndefined();
    },
  );

  it('come to every transition of the ledger, and have nothing against a right agent', async () => {
    const { found, seen, runs, judged } = await (await open()).fuzz({}, { seed: 1, budgetMs });
    process.stdout.write(`${transitionTable(seen).join('\n')}\n`);

    expect(found?.text).toBeUndefined();
    expect(missingTransitions(seen)).toEqual([]);
    expect(judged).toBeGreaterThan(0.95 * runs);
  });
});
