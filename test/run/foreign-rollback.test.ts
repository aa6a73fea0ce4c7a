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

  expect(scenarios).toHaveLength(2);
  expect(run.scenarios.map(({ verdict }) => verdict)).toEqual(['passed', 'passed']);
  expect(idsWith(run, 'failed', 'warned')).toEqual([]);
});
