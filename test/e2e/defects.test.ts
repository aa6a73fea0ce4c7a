import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { defects } from '../../fixtures/agents/example/index.js';
import { findRequirement } from '../../src/contract/requirements/catalogue.ts';
import { killMatrix, killMatrixFile } from '../fixtures/kill-matrix.ts';
import { idsWith, reportOf } from './report-of.ts';

const found: Record<string, readonly string[]> = {};

/** Where the specification is silent a run only warns. */
const isObserved = (id: string): boolean => findRequirement(id)?.level === 'observe';

describe('every defect of the example agent', () => {
  // Two at a time: half of a run is waiting.
  it.concurrent.each(defects.map(({ name, requirement }) => [name, requirement]))(
    '%s breaks %s, and nothing that is not listed with it',
    async (name, requirement) => {
      const { code, run } = await reportOf(['demo', '--defect', name]);
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
