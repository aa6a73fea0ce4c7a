import { describe, expect, it } from '@jest/globals';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import { mostAtOnce } from '../../src/run/play-together.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { idsWith } from '../e2e/report-of.ts';
import { runSimulated, type SimulatedAgent } from './simulated-run.ts';

/** An agent that takes so long for each call, and may handle a player's calls one after another. */
const most = (latencyMs: number | undefined, wanted: number): number =>
  mostAtOnce({ known: latencyMs === undefined ? {} : { latencyMs }, timeoutMs: 5000 }, wanted);

describe('the calls of a race', () => {
  it('leave all at once where the agent is quick, or nothing is known of it', () => {
    expect([most(undefined, 50), most(0.4, 50), most(40, 50)]).toEqual([50, 50, 50]);
  });

  it('are so few that the last is answered within half of the time limit', () => {
    expect([most(120, 50), most(300, 50), most(300, 6)]).toEqual([20, 8, 6]);
  });

  it('are two at least: one alone is no race', () => {
    expect(most(4000, 50)).toBe(2);
  });
});

/** It answers the bet after a getBalance under a new name, and forgets it. */
const forgetful: SimulatedAgent = {
  alter: (agent) => {
    let isRenamed = false;
    return async (call) => {
      const isNewBet = isRenamed && call.text.includes('"type":"makeBet"');
      isRenamed = call.text.includes('"Renamed"');
      if (!isNewBet) return await agent.answer(call);
      const balance = agent.wallet.readBalance({ playerId: 'player-1', currency: 'USD' });
      return { status: 200, contentType: 'application/json', body: `{"content":{"balance":${Number(balance) / 100}}}` };
    };
  },
};

describe('calls at once that lose money', () => {
  const played = async (agent: SimulatedAgent) => {
    const suite = await shippedScenarios();
    const scenarios = suite.filter(({ file }) => file.endsWith('/beside-what-moves-nothing.yaml'));
    const { run, balances } = await runSimulated(agent, { scenarios });
    const again = await judgeAgain(run, { scenarios, catalogue: requirements });
    return { run, again, balances };
  };

  it('are no race where they lose it one after another as well', async () => {
    const { run, again, balances } = await played(forgetful);
    expect([run, again].map((each) => idsWith(each, 'failed', 'warned'))).toEqual([['BET-01'], ['BET-01']]);
    expect(run.requirements.find(({ id }) => id === 'CON-06')).toMatchObject({ verdict: 'blocked', findings: [] });
    expect(balances).toMatchObject({ 'player-1 USD': 100_000n });
  });

  it('are a race where they lose it only then', async () => {
    const { run, again } = await played({ defect: 'last-seen-saved' });
    expect([run, again].map((each) => idsWith(each, 'failed', 'warned'))).toEqual([['CON-06'], ['CON-06']]);
  });
});
