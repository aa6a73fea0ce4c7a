import { beforeAll, describe, expect, it } from '@jest/globals';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import type { Run } from '../../src/formats/run.ts';
import type { Scenario } from '../../src/formats/scenario/scenario.ts';
import { idsWith } from '../e2e/report-of.ts';
import { runSimulated } from './simulated-run.ts';

let scenarios: readonly Scenario[];

beforeAll(async () => {
  scenarios = await shippedScenarios();
});

/** A run whose players have the first currency; player one has the second besides. */
const runIn = async ([first, second]: readonly [string, string], defect?: string, played = scenarios): Promise<Run> => {
  const purses = {
    'player-1': { [first]: '1000', [second]: '1000' },
    'player-2': { [first]: '1000' },
  };
  return (await runSimulated({ purses, defect }, { scenarios: played }, { known: { latencyMs: 1 } })).run;
};

/** What needs a launch is not about money. */
const isOfMoney = (id: string): boolean => !id.startsWith('REQ');

describe.each<[string, string]>([
  ['JPY', 'EUR'],
  ['KWD', 'USD'],
])('a run in %s and %s', (...currencies) => {
  it('is green, and plays everything', async () => {
    const run = await runIn(currencies);

    expect(idsWith(run, 'failed', 'warned', 'blocked', 'inconclusive')).toEqual([]);
    expect(idsWith(run, 'skipped').filter(isOfMoney)).toEqual([]);
  });

  it('moves amounts that the currency has, amid a kill too', async () => {
    const killed = scenarios.filter(({ file }) => file.endsWith('/killed.yaml'));
    const { exchanges } = await runIn(currencies, undefined, killed);

    expect(exchanges.length).toBeGreaterThan(20);
    expect(exchanges.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it.each([
    ['duplicate-in-main-currency', 'ISO-02'],
    ['zero-not-stored', 'IDEM-15'],
    ['refund-then-revert', 'CON-08'],
  ])('finds %s as %s alone in its group', async (defect, id) => {
    const [group = ''] = id.split('-');
    const ofGroup = scenarios.filter(({ requirements }) => requirements.some((each) => each.startsWith(group)));
    const run = await runIn(currencies, defect, ofGroup);

    expect(idsWith(run, 'failed', 'warned')).toEqual([id]);
  });
});
