import { describe, expect, it } from '@jest/globals';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { emptyOrder } from './run-against.ts';
import { runSimulated, type SimulatedAgent } from './simulated-run.ts';

const text = `scenario: killed
requirements: [IDEM-18]
fund: 100
steps:
  - makeBet: { id: before, bet: 2 }
  - kill: { count: 5, steps: [{ makeBet: { bet: 0.5 } }, { makeBet: { bet: 1, win: 3 }, player: 2 }] }
  - getBalance: {}
`;

const played = async (kill: () => Promise<void>, agent: SimulatedAgent = {}) => {
  const scenarios = [parseScenario({ text, file: 'killed.yaml' })];
  const hooks = {
    kill: async () => {
      await kill();
      return undefined;
    },
  };
  const { run } = await runSimulated(agent, { ...emptyOrder, scenarios }, { hooks });
  const own = run.requirements.find(({ id }) => id === 'IDEM-18');
  return { verdict: own?.verdict, finding: own?.findings[0], causes: (run.causes ?? []).map(({ code }) => code), run };
};

/** A kill, and how often it was asked for. */
const createKill = () => {
  let count = 0;
  return {
    kill: async () => {
      count += 1;
    },
    times: () => count,
  };
};

describe('an agent that is killed while calls are under way', () => {
  it('passes where it was through with all of them, each of which comes again once', async () => {
    const { verdict, run } = await played(async () => undefined);
    const again = run.exchanges.filter(({ label }) => label === 'makeBet again (after the kill)');

    expect(verdict).toBe('passed');
    expect(again.length).toBeGreaterThanOrEqual(2);
  });

  it('is not judged where it begins anew, as one in memory does', async () => {
    const { kill, times } = createKill();
    const forgetful: SimulatedAgent = {
      alter: (agent) => async (call) => {
        if (times() === 0) return await agent.answer(call);
        // Another player and other ids stand for those of an agent that has none of before.
        const anew = call.text.replaceAll('"player-1"', '"player-3"').replaceAll('"transaction_id":"', '$&anew-');
        return await agent.answer({ ...call, text: anew });
      },
      defect: 'any-signature-accepted',
      purses: { 'player-1': { USD: '1000.00' }, 'player-2': { USD: '1000.00' }, 'player-3': { USD: '1000.00' } },
    };
    const { verdict, causes } = await played(kill, forgetful);

    expect([verdict, causes]).toEqual(['skipped', ['forgets-all']]);
  });

  it('is told of where it has lost what it had answered', async () => {
    const { kill, times } = createKill();
    let lost = 0;
    const lossy: SimulatedAgent = {
      alter: (agent) => async (call) => {
        if (times() > lost) agent.wallet.move({ playerId: 'player-1', currency: 'USD' }, 50n);
        lost = times();
        return await agent.answer(call);
      },
    };
    const { verdict, finding } = await played(kill, lossy);

    expect([verdict, finding?.message]).toEqual(['failed', expect.stringContaining('(after the kill)')]);
  });
});
