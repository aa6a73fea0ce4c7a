import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { defects } from '../../fixtures/agents/example/index.js';
import { findRequirement, requirements } from '../../src/spec/requirements/catalogue.ts';
import { killMatrix, killMatrixFile } from '../fixtures/kill-matrix.ts';
import { idsWith, reportOf } from './report-of.ts';

const found: Record<string, readonly string[]> = {};

/** Where the specification is silent a run only warns. */
const isObserved = (id: string): boolean => findRequirement(id)?.level === 'observe';

const asked = requirements.filter(({ judgedBy }) => judgedBy === 'scenarios').map(({ id }) => id);
const names = defects.map(({ name }) => name);

/**
 * Two thirds of the requirements that a defect leaves alone are left out, others for each: all of
 * them with all defects take ten minutes, and UPDATE=1 plays them.
 */
const leftOut = (name: string): readonly string[] => {
  const broken = killMatrix[name] ?? [];
  // What any answer may show may be shown by any scenario.
  if (process.env['UPDATE'] === '1' || !broken.every((id) => asked.includes(id))) return [];
  const place = names.indexOf(name);
  const ids = asked.filter((id, index) => (index + place) % 3 !== 0 && !broken.includes(id));
  return ['--skip', ids.join(',')];
};

describe('every defect of the example agent', () => {
  // Two at a time: half of a run is waiting.
  it.concurrent.each(defects.map(({ name, requirement }) => [name, requirement]))(
    '%s breaks %s, and nothing that is not listed with it',
    async (name, requirement) => {
      const { code, run } = await reportOf(['demo', '--defect', name, ...leftOut(name)]);
      const broken = idsWith(run, 'failed', 'warned');
      found[name] = broken;

      expect(broken).toContain(requirement);
      expect(killMatrix[name]).toEqual(expect.arrayContaining(broken));
      expect([run.verdict, code]).toEqual(
        isObserved(requirement) ? ['conformant', 0] : ['nonconformant', 1],
      );
    },
    60_000,
  );

  // UPDATE=1 writes what was found by the tests that ran, to be read before it is believed.
  afterAll(async () => {
    if (process.env['UPDATE'] !== '1') return;
    const all = defects.map(({ name }) => [name, found[name] ?? killMatrix[name] ?? []]);
    await writeFile(killMatrixFile, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  });
});
