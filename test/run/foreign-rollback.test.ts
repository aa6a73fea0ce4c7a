import { expect, it } from '@jest/globals';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import { idsWith } from '../e2e/report-of.ts';
import { runSimulated, type SimulatedAgent } from './simulated-run.ts';

/** Rolls a transaction back at its owner, whoever asks for it. */
const refundingOwner: SimulatedAgent['alter'] = (agent) => async (call) => {
  const { type, player_id: asker, transaction_id: id } = JSON.parse(call.text);
  const known = type === 'rollback' ? agent.wallet.findTransaction(id) : undefined;
  if (known?.state === 'processed' && known.playerId !== asker) {
    agent.wallet.markRolledBack(known);
    agent.wallet.move(known, known.bet - known.win);
  }
  return await agent.answer(call);
};

it('an agent that refunds the owner when another player asks breaks nothing when the owner asks', async () => {
  const scenarios = (await shippedScenarios()).filter(({ requirements }) => requirements.includes('RB-02'));
  const { run } = await runSimulated({ alter: refundingOwner }, { scenarios });

  expect(run.scenarios.map(({ file, verdict }) => `${file.replace(/.*\//, '')} ${verdict}`)).toEqual([
    'bet-and-win.yaml passed',
    'own-after-another-players.yaml passed',
    'win-above-balance.yaml passed',
  ]);
  expect(idsWith(run, 'failed', 'warned')).toEqual([]);
});

it('an agent that refunds the owner when another player asks follows section 6 to the letter: a note', async () => {
  const scenarios = (await shippedScenarios()).filter(({ requirements }) => requirements.includes('RB-12'));
  const { run, balances } = await runSimulated({ alter: refundingOwner }, { scenarios });

  expect(run.verdict).toBe('conformant');
  const { verdict, findings } = run.requirements.find(({ id }) => id === 'RB-12') ?? {};
  expect(findings).toMatchObject([
    {
      code: 'rolled-back-for-another',
      weight: 'note',
      message: expect.stringMatching(
        /: tx-\S+ of player-\d was rolled back, for its owner, when another account asked/,
      ),
    },
  ]);
  expect(verdict).toBe('passed');
  expect(new Set(Object.values(balances))).toEqual(new Set([100_000n]));
});
