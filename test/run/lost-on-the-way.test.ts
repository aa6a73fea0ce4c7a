import { describe, expect, it } from '@jest/globals';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { emptyOrder } from './run-against.ts';
import { runSimulated, type SimulatedAgent } from './simulated-run.ts';

const played = async (agent: SimulatedAgent, ...steps: readonly string[]) => {
  const text = ['scenario: lost', 'fund: 100', 'steps:', ...steps.map((step) => `  - ${step}`)].join('\n');
  const scenarios = [parseScenario({ text, file: 'lost.yaml' })];
  const { run, balances } = await runSimulated(agent, { ...emptyOrder, scenarios });
  const broken = run.requirements.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned');
  return {
    verdict: run.scenarios[0]?.verdict,
    broken: broken.map(({ id, findings }) => `${id} ${findings[0]?.code}`),
    labels: run.exchanges.filter(({ kind }) => kind !== 'getBalance').map(({ label }) => label),
    balances,
  };
};

/** Handles what moves money a while after it came, and says at once what there is. */
const late: SimulatedAgent = {
  alter: (agent, clock) => async (call) => {
    if (!call.text.includes('"getBalance"')) await clock.sleep(40);
    return await agent.answer(call);
  },
};

/** The same, but that a rollback overtakes its bet. */
const overtaken: SimulatedAgent = {
  alter: (agent, clock) => async (call) => {
    if (call.text.includes('"makeBet"')) await clock.sleep(40);
    return await agent.answer(call);
  },
};

/** Debits at once and credits a while later; a repeat meanwhile is answered with what there is by then. */
const inTwo: SimulatedAgent = {
  alter: (agent, clock) => {
    const known = new Set<string>();
    return async (call) => {
      const { type, transaction_id: id, bet, win, player_id: playerId, currency } = JSON.parse(call.text);
      if (type !== 'makeBet') return await agent.answer(call);
      const account = { playerId, currency };
      if (!known.has(id)) {
        known.add(id);
        agent.wallet.move(account, BigInt(-100 * bet));
        await clock.sleep(40);
        agent.wallet.move(account, BigInt(100 * win));
      }
      const balance = Number(agent.wallet.readBalance(account)) / 100;
      return { status: 200, contentType: 'application/json', body: `{"content":{"balance":${balance}}}` };
    };
  },
};

const lost = '{ makeBet: { id: first, bet: 5 }, lose: connection }';

describe('a call whose connection broke while the agent worked', () => {
  it.each<[string, SimulatedAgent, readonly string[]]>([
    ['was handled before the next', {}, [lost, 'getBalance: {}', 'resend: first', 'getBalance: {}']],
    ['may move its money between two reads', late, [lost, 'getBalance: {}', 'wait: 100ms', 'getBalance: {}']],
    ['is handled once, whichever of its sendings comes first', late, [lost, 'resend: first', 'getBalance: {}']],
    ['is cancelled by its rollback', late, [lost, 'rollback: { of: first }', 'getBalance: {}']],
    ['comes after its rollback', overtaken, [lost, 'rollback: { of: first }', 'wait: 100ms', 'getBalance: {}']],
    ['is heard before calls at once', late, [lost, 'together: { count: 3, step: { makeBet: { bet: 1 } } }']],
    [
      'is a rollback',
      late,
      ['makeBet: { id: a, bet: 5 }', '{ rollback: { of: a }, lose: connection }', 'getBalance: {}'],
    ],
    ['is one of several', late, [lost, '{ makeBet: { id: b, bet: 7, win: 2 }, lose: connection }', 'getBalance: {}']],
  ])('speaks against nobody where it %s', async (_, agent, steps) => {
    const { broken, verdict, balances } = await played(agent, ...steps);

    expect(broken).toEqual([]);
    expect(verdict).toBe('passed');
    expect(balances['player-1 USD']).toBe(100_000n);
  });

  it('is not taken for applied because another bet is refused for its size', async () => {
    const steps = [lost, 'rollback: { of: first }', 'makeBet: { bet: balance }', 'getBalance: {}'];
    const { broken } = await played({ variant: 'house-limit' }, ...steps);

    expect(broken).toEqual([]);
  });

  it('comes again at the end, where the scenario has not sent it again', async () => {
    const { labels } = await played({}, lost, 'makeBet: { bet: 1 }');
    expect(labels.slice(0, 3)).toEqual([
      'makeBet first, connection lost',
      'makeBet',
      'makeBet first, connection lost again (the same bytes)',
    ]);
  });

  it('is told of where a repeat is answered with half of it, and not as money that moves after its answer', async () => {
    const call = '{ makeBet: { id: first, bet: 5, win: 2 }, lose: connection }';
    const { broken } = await played(inTwo, call, 'resend: first', 'getBalance: {}');
    expect(broken).toEqual(['IDEM-01 win-not-credited']);
  });

  it('is told of where it was applied twice', async () => {
    const { broken } = await played({ defect: 'no-duplicate-check' }, lost, 'makeBet: { bet: 1 }');
    expect(broken).toEqual(['IDEM-01 double-application']);
  });
});

describe('a call that was cut off', () => {
  it.each(['body', 'half-body', 'end-of-body'])('is new when it comes again: its %s was lost', async (what) => {
    const cut = `{ makeBet: { id: first, bet: 5 }, lose: ${what} }`;
    const { broken, verdict } = await played({}, cut, 'getBalance: {}', 'resend: first', 'getBalance: {}');

    expect([broken, verdict]).toEqual([[], 'passed']);
  });
});
