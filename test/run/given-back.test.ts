import { expect, it } from '@jest/globals';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import { idsWith } from '../e2e/report-of.ts';
import { runSimulated } from './simulated-run.ts';

/** Every account of the players has 1000.00 when the run begins. */
const asFound = {
  'player-1 USD': 100_000n,
  'player-1 EUR': 100_000n,
  'player-2 USD': 100_000n,
  'player-2 EUR': 100_000n,
};

it.each([
  ['duplicate-by-request-id', 'IDEM-02'],
  ['no-duplicate-check', 'IDEM-01'],
  ['win-kept', 'RB-02'],
  ['win-written-over', 'CON-06'],
])(
  'after the breach of %s every account is as it was found, confirming plays included',
  async (defect, requirement) => {
    const scenarios = (await shippedScenarios()).filter(({ requirements }) => requirements.includes(requirement));
    const { run, balances } = await runSimulated({ defect }, { scenarios });

    expect(idsWith(run, 'failed')).toContain(requirement);
    expect(balances).toEqual(asFound);
    expect(run.scenarios.flatMap(({ residue = [] }) => residue)).toEqual([]);
  },
);

it('what an agent that takes no bet was given is told', async () => {
  const scenarios = (await shippedScenarios()).filter(({ requirements }) => requirements.includes('BET-01'));
  const { run, balances } = await runSimulated({ defect: 'bet-not-debited' }, { scenarios });

  expect(balances).toEqual({ ...asFound, 'player-1 USD': 100_600n });
  expect(run.scenarios.flatMap(({ residue = [] }) => residue)).toEqual(['player-1 USD: 6.00']);
});
