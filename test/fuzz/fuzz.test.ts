import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { type FuzzEvent, type FuzzOrder, type FuzzResult, runFuzz } from '../../src/fuzz/fuzz.ts';
import { playOrders } from '../../src/fuzz/play-orders.ts';
import type { RunContext } from '../../src/run/run-context.ts';
import { runScenarios } from '../../src/run/run-scenarios.ts';
import { emptyOrder, jsonAnswer } from '../run/run-against.ts';
import { type SimulatedAgent, type SimulatedRun, withSimulated } from '../run/simulated-run.ts';

interface Fuzzed extends FuzzResult {
  readonly events: readonly FuzzEvent[];
  readonly balances: SimulatedRun['balances'];
}

const fuzz = async (
  agent: SimulatedAgent,
  order: Partial<FuzzOrder> = {},
  given: Partial<RunContext> = {},
): Promise<Fuzzed> =>
  await withSimulated(agent, async (context, balances) => {
    const events: FuzzEvent[] = [];
    const result = await runFuzz(
      { ...context, ...given },
      {
        ...{ budgetMs: 60_000, seed: 1, strict: false, file: 'found.yaml', tool: emptyOrder.tool },
        ...{ tell: (event: FuzzEvent) => events.push(event), ...order },
      },
    );
    return { ...result, events, balances: balances() };
  });

/** The agent tells of its own crashes, which are what is played here. */
const silence = (): void => void jest.spyOn(console, 'error').mockImplementation(() => undefined);

afterEach(() => {
  jest.restoreAllMocks();
});

const untouched = {
  'player-1 EUR': 100000n,
  'player-1 USD': 100000n,
  'player-2 EUR': 100000n,
  'player-2 USD': 100000n,
};

describe('fuzz', () => {
  it('has nothing against a right agent, comes to every transition, and gives the money back', async () => {
    const { found, runs, judged, seen, balances } = await fuzz({}, { runs: 400, budgetMs: 600_000 });

    expect(found).toBeUndefined();
    expect(runs).toBeGreaterThanOrEqual(400);
    expect(judged).toBeGreaterThan(0.95 * runs);
    expect(Object.keys(seen)).toEqual(expect.arrayContaining(['rollback-of-spent-win', 'late-bet', 'together']));
    expect(balances).toEqual(untouched);
  });

  it('finds a mistake, and writes the smallest sequence that shows it, which play shows again', async () => {
    const { found, balances } = await fuzz({ defect: 'rollback-repeats' });

    expect(found?.finding).toMatchObject({ requirement: 'RB-04', code: 'rollback-applied-again' });
    expect(found?.steps.map(({ step }) => step)).toEqual([
      { makeBet: { id: 'first', bet: '5' } },
      { rollback: { of: 'first' } },
      { rollback: { of: 'first' } },
    ]);
    expect(found?.text).toMatch(/^# RB-04 rollback-applied-again: rollback of first: the balance is /);
    expect(found?.text).toContain('bet: 5 # any amount');
    expect(found?.text).toContain('It breaks each of 20 times that it is played.');
    expect(found?.run?.scenarios.map(({ file }) => file)).toEqual(['found.yaml']);
    expect(balances).toEqual(untouched);
    await withSimulated({ defect: 'rollback-repeats' }, async (context) => {
      const scenarios = [parseScenario({ text: found?.text ?? '', file: 'found.yaml' })];
      const run = await runScenarios(context, { ...emptyOrder, scenarios, ownCalls: 'balances' });
      expect(run.verdict).toBe('nonconformant');
    });
  });

  it('says which values matter', async () => {
    const { found } = await fuzz({ defect: 'rolled-back-by-session' });

    expect(found?.text).toMatch(/bet: \S+ # any amount/);
    expect(found?.text).toMatch(/(session|player): \w+ # matters/);
  });

  it('looks for the next mistake where the baseline knows one', async () => {
    const entries = [{ requirement: 'RB-04', code: 'rollback-applied-again', reason: 'known' }] as const;
    const baseline = { file: 'known.yaml', entries };
    const defect = 'rollback-repeats';
    const refusesProgress: SimulatedAgent['alter'] = (agent) => async (call) =>
      call.text.includes('"freespins"')
        ? { status: 500, contentType: 'application/json', body: '{}' }
        : await agent.answer(call);
    const [known, second] = [
      await fuzz({ defect }, { baseline, runs: 100, budgetMs: 600_000 }),
      await fuzz({ defect, alter: refusesProgress }, { baseline }),
    ];

    expect(known.found).toBeUndefined();
    expect(second.found?.text).toMatch(/freespins|pack/);
  });

  it('tells progress: sequences, calls, pairs of kinds and the time that is left', async () => {
    const { events } = await fuzz({}, { runs: 60 });
    const last = events.findLast((event) => event.kind === 'progress');

    expect(last).toMatchObject({ kind: 'progress', pairs: { all: expect.any(Number) } });
    expect(last?.kind === 'progress' && last.runs >= 60 && last.leftMs < 60_000 && last.pairs.seen > 50).toBe(true);
  });

  it('draws the same sequences by the same seed', async () => {
    const [one, other] = await Promise.all([fuzz({}, { runs: 40, seed: 5 }), fuzz({}, { runs: 40, seed: 5 })]);

    expect(one.seen).toEqual(other.seen);
  });

  it('tells how often a mistake comes that comes sometimes', async () => {
    let duplicates = 0;
    const { found } = await fuzz({
      alter: (agent) => async (call) => {
        const answer = await agent.answer(call);
        const isRepeat = call.text.includes('"rollback"');
        if (isRepeat) duplicates += 1;
        return isRepeat && duplicates % 3 === 0 ? { ...answer, body: '{"content":{"balance":"1"}}' } : answer;
      },
    });

    expect(found?.text).toMatch(/It breaks \d+ of 20 times: \d+ clean plays in a row make a fix 95 % sure\./);
  });

  it('tells a lock that is kept by the call that keeps it, found on an account that was whole', async () => {
    silence();
    const { found } = await fuzz({ defect: 'refused-bet-keeps-lock' });

    expect(found?.text).toMatch(/makeBet: \{ bet: balance/);
    expect(found?.text).toContain('restart the agent before this is played again');
    expect(found?.steps.length).toBeLessThanOrEqual(3);
  });

  it('tells that the agent answers nothing any more', async () => {
    silence();
    const { found } = await fuzz({ defect: 'connections-kept' });

    expect(found?.finding).toMatchObject({ requirement: 'ROB-14', code: 'exhausted' });
    expect(found?.text).toContain('repeat:');
    expect(found?.run).toBeUndefined();
  });

  it('names a kind of call that is always refused by its own requirement', async () => {
    const { found } = await fuzz({ defect: 'zero-refused' });

    expect(found?.finding).toMatchObject({ requirement: 'BET-04', code: 'refused-valid' });
  });

  it('judges nothing where the agent refuses everything, and says why', async () => {
    const { found, root, judged } = await fuzz({}, {}, { send: refusing });

    expect([found, judged]).toEqual([undefined, 0]);
    expect(root?.reason).toMatch(/503/);
  });
});

const refusing: RunContext['send'] = async (call) => ({
  ...{ id: 'n1-1', direction: 'callback', kind: call.kind, subject: call.subject, startedAt: 0, durationMs: 1 },
  request: { method: call.method, url: 'http://127.0.0.1:1/callback', headers: call.headers, body: call.body },
  answer: jsonAnswer(503, { error: 'maintenance', message: 'closed' }),
  dialect: call.dialect,
});

describe('play --orders', () => {
  const order = { seed: 1, strict: false, file: 'order.yaml', tool: emptyOrder.tool, tell: () => undefined };
  const betAndRollback = ['makeBet: { id: first, bet: 5, win: 2 }', 'rollback: { of: first }'];
  const round = [
    'makeBet: { id: first, bet: 5, round: r, round_finished: false }',
    'makeBet: { id: second, bet: 0, win: 7, round: r }',
    'rollback: { of: first }',
  ];
  const betAboveBalance = [
    'makeBet: { id: first, bet: balance + 1 }',
    'makeBet: { id: second, bet: 0, win: 10 }',
    'rollback: { of: first }',
  ];
  const twoAlike = [
    ...['makeBet: { id: first, bet: 5 }', 'makeBet: { id: second, bet: 5 }'],
    ...['rollback: { of: first }', 'rollback: { of: second }'],
  ];
  const play = async (agent: SimulatedAgent, steps: readonly string[]) =>
    await withSimulated(agent, async (context, balances) => {
      const text = `scenario: short\nfund: 50\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`;
      const scenarios = [parseScenario({ file: 'short.yaml', text })];
      return { ...(await playOrders(context, { ...order, scenarios })), balances: balances() };
    });

  it('plays every order of a short scenario against a right agent', async () => {
    const { found, balances, ...counts } = await play({}, betAndRollback);

    expect(found).toBeUndefined();
    expect(counts).toMatchObject({ played: 14, chosen: 14, all: 14, judged: 14 });
    expect(balances).toEqual(untouched);
  });

  it.each([
    ['rollback-repeats', 'RB-04', betAndRollback, 3],
    ['no-duplicate-check', 'IDEM-01', betAndRollback, 2],
    ['duplicate-error', 'IDEM-08', betAndRollback, 2],
    ['unknown-rollback-pays', 'RB-05', betAndRollback, 1],
    ['rolled-back-bet-again', 'RB-07', betAndRollback, 3],
    ['closed-round', 'BET-14', round, 2],
    ['whole-round-rolled-back', 'RB-10', round, 3],
    ['refused-id-kept', 'BET-18', betAboveBalance, 3],
    ['refused-bet-refunded', 'RB-09', betAboveBalance, 2],
    ['equal-refund-swallowed', 'RB-01', twoAlike, 4],
  ])('finds the order that %s breaks, and names %s', async (defect, requirement, steps, length) => {
    const { found } = await play({ defect }, steps);

    expect(found?.finding.requirement).toBe(requirement);
    expect(found?.steps).toHaveLength(length);
    expect(found?.text).toMatch(new RegExp(`^# ${requirement} `));
  });
});
