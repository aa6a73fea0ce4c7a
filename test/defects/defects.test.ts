import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defects } from '../../fixtures/agents/example/index.js';
import { findRequirement } from '../../src/spec/requirements/catalogue.ts';
import { idsWith } from '../e2e/report-of.ts';
import { killMatrix, killMatrixFile } from '../fixtures/kill-matrix.ts';
import { openPlayers, type Player, playsWholeSuite } from './open-player.ts';

const found: Record<string, readonly string[]> = {};

/** What any answer may show is looked for in all of them. */
const isInAnyAnswer = (id: string): boolean => findRequirement(id)?.judgedBy === 'every-answer';

/** Where the specification is silent a run only warns. */
const isObserved = (id: string): boolean => findRequirement(id)?.level === 'observe';

let player: Player;

// Outside of the block: Jest begins tests that go on at once before the hooks of their own block.
beforeAll(async () => {
  player = await openPlayers();
});

afterAll(async () => await player.close());

describe('every defect of the example agent', () => {
  it.concurrent.each(defects.map(({ name, requirement }, number) => [name, requirement, number] as const))(
    '%s breaks %s and nothing that is not listed with it, and is judged alike once it is stored',
    async (name, requirement, number) => {
      const isWhole = playsWholeSuite || isInAnyAnswer(requirement);
      const part = isWhole ? undefined : { number, requirement };
      const run = await player.play({ defect: name }, part);
      const broken = idsWith(run, 'failed', 'warned');
      found[name] = broken;

      expect(broken).toContain(requirement);
      expect(killMatrix[name]).toEqual(expect.arrayContaining(broken));
      expect([run.verdict, run.code]).toEqual(isObserved(requirement) ? ['conformant', 0] : ['nonconformant', 1]);
      expect(run.otherwise).toEqual([]);
    },
  );

  // UPDATE=1 writes what was found by the tests that ran, to be read before it is believed.
  afterAll(async () => {
    if (process.env['UPDATE'] !== '1') return;
    const all = defects.map(({ name }) => [name, found[name] ?? killMatrix[name] ?? []]);
    await writeFile(killMatrixFile, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  });
});
