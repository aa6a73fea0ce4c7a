import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { defects } from '../../fixtures/agents/example/index.js';
import { idsWith, reportOf } from './report-of.ts';

/**
 * Defect to the requirements that it may break: the named one, and what follows from it. A race or a
 * cache need not break all of them in each run.
 */
type KillMatrix = Record<string, readonly string[]>;

const file = fileURLToPath(new URL('../fixtures/kill-matrix.json', import.meta.url));
const expected = JSON.parse(await readFile(file, 'utf8')) as KillMatrix;
const found: KillMatrix = {};

describe('every defect of the example agent', () => {
  // Two at a time: half of a run is waiting.
  it.concurrent.each(defects.map(({ name, requirement }) => [name, requirement]))(
    '%s breaks %s, and nothing that is not listed with it',
    async (name, requirement) => {
      const { code, run } = await reportOf(['demo', '--defect', name]);
      const broken = idsWith(run, 'failed', 'warned');
      found[name] = broken;

      expect(broken).toContain(requirement);
      expect(expected[name]).toEqual(expect.arrayContaining(broken));
      expect(run.verdict).toBe('nonconformant');
      expect(code).toBe(1);
    },
    60_000,
  );

  it('is listed in the matrix, and nothing else is', () => {
    const names = defects.map(({ name }) => name);
    expect(new Set(Object.keys(expected))).toEqual(new Set(names));
  });

  // UPDATE=1 writes what was found, to be read before it is believed.
  afterAll(async () => {
    if (process.env['UPDATE'] === '1') await writeFile(file, `${JSON.stringify(found, null, 2)}\n`);
  });
});
