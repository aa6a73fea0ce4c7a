import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { defects } from '../../fixtures/agents/example/index.ts';
import { findRequirement } from '../../src/spec/requirements/catalogue.ts';
import { idsWith } from '../e2e/report-of.ts';
import { killMatrix, killMatrixFile } from '../fixtures/kill-matrix.ts';
import { openPlayers, type Player } from './open-player.ts';

/** Where the specification is silent a run only warns. */
const isObserved = (id: string): boolean => findRequirement(id)?.level === 'observe';

/** Its wrong answers are right ones of another order of the calls at once: live takes that for theirs, and the money for lost. */
const misledLive: ReadonlySet<string> = new Set(['refund-answer-from-earlier-read']);

/** A must is all that it breaks, and that where the specification is silent: a run only warns. */
const onlyWarned: ReadonlySet<string> = new Set(['refund-in-named-currency']);

/** By the whole suite each takes seconds: every eighth, and all of them in `npm run campaign -- --only defects`. */
const sample = process.env['CAMPAIGN'] === undefined ? defects.filter((_, place) => place % 8 === 0) : defects;

/** Every defect is caught by its requirement, and breaks nothing that the kill matrix does not list. */
export const testDefects = (played: 'its own scenarios' | 'the whole suite'): void => {
  const found: Record<string, readonly string[]> = {};
  // What was found is written with UPDATE=1, to be read before it is believed.
  const isWritten = process.env['UPDATE'] === '1' && played === 'the whole suite';
  const chosen = played === 'the whole suite' && !isWritten ? sample : defects;
  let players: Promise<Player> | undefined;
  /** Opened by whoever asks first: Jest begins tests that go on at once before the hooks of their block. */
  const open = async (): Promise<Player> => {
    players ??= openPlayers();
    return await players;
  };

  afterAll(async () => await (await open()).close());

  describe(`a defect of the example agent, played by ${played}`, () => {
    it.concurrent.each(chosen.map(({ name, requirement }) => [name, requirement] as const))(
      '%s breaks %s and nothing that is not listed with it, and is judged alike once it is stored, and live',
      async (name, requirement) => {
        const run = await (await open()).play({ defect: name }, played === 'the whole suite' ? undefined : requirement);
        const broken = idsWith(run, 'failed', 'warned');
        found[name] = broken;

        expect(broken).toContain(requirement);
        if (!isWritten) expect(killMatrix[name]).toEqual(expect.arrayContaining(broken));
        const isWarned = isObserved(requirement) || onlyWarned.has(name);
        expect([run.verdict, run.code]).toEqual(isWarned ? ['conformant', 0] : ['nonconformant', 1]);
        expect(run.otherwise).toEqual([]);
        expect(misledLive.has(name) ? [] : run.liveAlone).toEqual([]);
      },
    );

    afterAll(async () => {
      if (!isWritten) return;
      const all = defects.map(({ name }) => [name, found[name] ?? killMatrix[name] ?? []]);
      await writeFile(killMatrixFile, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
    });
  });
};
