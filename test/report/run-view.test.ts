import { describe, expect, it } from '@jest/globals';
import { levelText, showsAlone, unjudgedOf } from '../../src/report/run-view.ts';
import { aFinding, anExchange, aRequirement, aRun } from './run-builder.ts';

const exchange = anExchange({ line: 7 });
const finding = aFinding({ exchanges: [exchange.id] });
const broken = aRequirement({ verdict: 'failed', findings: [finding] });

describe('a run of one requirement shows its breach', () => {
  it('where steps of a scenario that lists it show it', () => {
    expect(showsAlone(broken, aRun({ exchanges: [exchange] }))).toBe(true);
  });

  it.each([
    ['where only calls of our own show it', { exchanges: [anExchange({ line: undefined })] }],
    ['where another scenario has a part in it', { exchanges: [anExchange({ scenario: 'b.yaml' })] }],
    ['where the scenario lists it not', { exchanges: [exchange], scenarios: [] }],
  ])('not %s', (_, given) => {
    expect(showsAlone(broken, aRun(given))).toBe(false);
  });
});

it('says of a level that a breach is a must by its effect', () => {
  const free = aFinding({ code: 'free-bet' });
  const [should, must] = [aRequirement({ level: 'should', findings: [free] }), aRequirement({ findings: [free] })];
  expect([should, must, broken].map(levelText)).toEqual(['should, a must by its effect', 'must', 'must']);
});

it('tells what hangs on a cause with the cause alone', () => {
  const reason = 'refused alike';
  const requirements = [aRequirement({ verdict: 'blocked', reason })];
  const cause = { code: 'refused-alike', message: reason, count: 2, remedy: 'look' } as const;
  const told = { ...cause, exchanges: [], requirements: ['IDEM-01'] };
  expect(unjudgedOf(aRun({ requirements }))).toHaveLength(1);
  expect(unjudgedOf(aRun({ requirements, causes: [told] }))).toEqual([]);
});
