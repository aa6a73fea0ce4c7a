import { describe, expect, it } from '@jest/globals';
import { variants } from '../../fixtures/agents/example/index.js';
import { idsWith, reportOf } from './report-of.ts';

/** Its answers are right one by one and no serial order gives them all: warned about, never failed. */
const readsLater = 'commit-then-select';

const names = variants.map(({ name }) => name);

describe('every other right way to be an agent', () => {
  // Two at a time: half of a run is waiting.
  it.concurrent.each(names.filter((name) => name !== readsLater))(
    '%s is entirely green, also when warnings fail',
    async (variant) => {
      const { code, run } = await reportOf(['demo', '--variant', variant, '--strict']);

      expect(idsWith(run, 'failed', 'warned', 'inconclusive', 'blocked')).toEqual([]);
      expect([run.verdict, code]).toEqual(['conformant', 0]);
    },
    120_000,
  );

  it('one that reads the balance after the commit is conformant, with at most a warning', async () => {
    const { code, run } = await reportOf(['demo', '--variant', readsLater, '--strict']);

    expect(idsWith(run, 'failed', 'inconclusive', 'blocked')).toEqual([]);
    expect(['CON-04']).toEqual(expect.arrayContaining(idsWith(run, 'warned')));
    expect([run.verdict, code]).toEqual(['conformant', 0]);
  }, 60_000);

  it('there are a dozen of them at least', () => {
    expect(names.length).toBeGreaterThanOrEqual(12);
  });
});
