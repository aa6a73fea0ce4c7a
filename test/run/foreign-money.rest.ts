import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import type { Run } from '../../src/formats/run.ts';
import type { Scenario } from '../../src/formats/scenario/scenario.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { idsWith } from '../e2e/report-of.ts';
import { runSimulated, type SimulatedAgent } from './simulated-run.ts';

let scenarios: readonly Scenario[];

beforeAll(async () => {
  scenarios = await shippedScenarios();
});
const account = { playerId: 'player-1', currency: 'USD' };

/** Somebody credits 5.00 to player-1 every so many milliseconds, from the first call on. */
const creditedEvery = (intervalMs: number): SimulatedAgent['alter'] => movedEvery(intervalMs, 500n);

/** Somebody moves these amounts, in cents, in turn. */
const movedEvery = (intervalMs: number, ...amounts: readonly bigint[]): SimulatedAgent['alter'] =>
  movedFrom(intervalMs, intervalMs, ...amounts);

/** The same, the first time so long after the first call. */
const movedFrom =
  (firstMs: number, intervalMs: number, ...amounts: readonly bigint[]): SimulatedAgent['alter'] =>
  (agent, clock) => {
    let [isBegun, isMoving, count] = [false, false, 0];
    const move = (): void => {
      agent.wallet.move(account, amounts[count % amounts.length] ?? 0n);
      count += 1;
    };
    const begin = (): void => {
      if (isMoving) return;
      isMoving = true;
      move();
      clock.every(intervalMs, move);
    };
    return async (call) => {
      if (!isBegun) clock.every(firstMs, begin);
      isBegun = true;
      return await agent.answer(call);
    };
  };

const runOf = async (agent: SimulatedAgent, played = scenarios): Promise<Run> => {
  const known = { latencyMs: agent.latencyMs ?? 1 };
  return (await runSimulated(agent, { scenarios: played }, { known })).run;
};

/** A third of the suite, another third for the next number: who moves money so often meets each scenario. */
const thirdOf = (number: number) => scenarios.filter((_, index) => index % 3 === number % 3);

const verdictsOf = ({ requirements: results }: Pick<Run, 'requirements'>) =>
  results.map(({ id, verdict, findings }) => [id, verdict, ...findings.map(({ code }) => code)]);

describe('an agent whose player has a credit of 5.00 from somebody else', () => {
  it.each([
    [0, 300],
    [1, 60],
    [2, 15],
  ])('meets part %d of the suite and has one every %d ms: nothing failed', async (part, everyMs) => {
    const run = await runOf({ alter: creditedEvery(everyMs) }, thirdOf(part));

    expect(idsWith(run, 'failed', 'warned')).toEqual([]);
  });

  it('has one every 3.5 s: a fifth is open at most, by its cause, and offline alike', async () => {
    const run = await runOf({ latencyMs: 40, alter: creditedEvery(3500) });
    const played = run.scenarios.flatMap(({ file }) => scenarios.filter((scenario) => scenario.file === file));
    const again = await judgeAgain(run, { scenarios: played, catalogue: requirements });

    expect(idsWith(run, 'failed', 'warned')).toEqual([]);
    expect(idsWith(run, 'inconclusive').length).toBeLessThan(run.requirements.length / 5);
    expect(run.causes.map(({ code }) => code)).toContain('moved-elsewhere');
    expect(verdictsOf(again)).toEqual(verdictsOf(run));
  });

  it('does not hide a mistake that comes every time', async () => {
    const run = await runOf({ defect: 'bet-not-debited', alter: creditedEvery(3500) });

    expect(idsWith(run, 'failed')).toContain('BET-01');
  });
});

/** The answer shows the money moved; it moves so many milliseconds later. */
const appliedAfter =
  (lateMs: number): SimulatedAgent['alter'] =>
  (agent, clock) =>
  async (call) => {
    const moved = accountMovedBy(call.text);
    const before = moved === undefined ? undefined : balanceOf(agent, moved);
    const reply = await agent.answer(call);
    if (moved === undefined || before === undefined) return reply;
    const change = (balanceOf(agent, moved) ?? before) - before;
    agent.wallet.move(moved, -change);
    void clock.sleep(lateMs).then(() => agent.wallet.move(moved, change));
    return reply;
  };

type Account = typeof account;

/** The account of a makeBet or a rollback. */
const accountMovedBy = (text: string): Account | undefined => {
  const [, type = ''] = /"type":"(\w+)"/.exec(text) ?? [];
  const [, playerId = ''] = /"player_id":"([^"]*)"/.exec(text) ?? [];
  const [, currency = ''] = /"currency":"([^"]*)"/.exec(text) ?? [];
  return type === 'makeBet' || type === 'rollback' ? { playerId, currency } : undefined;
};

const balanceOf = (
  { wallet }: Parameters<NonNullable<SimulatedAgent['alter']>>[0],
  moved: Account,
): bigint | undefined => {
  try {
    return wallet.readBalance(moved);
  } catch {
    return undefined;
  }
};

describe('an agent whose player bets and wins elsewhere', () => {
  it.each([
    [1, 15, 0],
    [1, 60, 2],
    [1, 120, 1],
    [1, 300, 0],
    [5, 200, 1],
    [40, 300, 2],
    [40, 3500, 0],
  ])(
    'answers in %d ms, moves 5.00 to and fro every %d ms, in part %d of the suite: nothing failed',
    async (latencyMs, everyMs, part) => {
      const alter = movedEvery(everyMs, 500n, -500n);
      const run = await runOf({ latencyMs, alter }, thirdOf(part));

      expect(idsWith(run, 'failed', 'warned')).toEqual([]);
    },
  );
});

describe('an agent whose player has a credit of 5.00 every few seconds', () => {
  it.each([3500, 5000, 7000])(
    'is charged with nothing in a scenario that takes seconds: every %d ms, however it meets the credits',
    async (everyMs) => {
      const long = scenarios.filter(({ file }) => file.endsWith('/long-memory.yaml'));
      const failed: string[] = [];
      for (let latencyMs = 10; latencyMs <= 40; latencyMs += 2) {
        for (const aheadMs of [0, 400, 800]) {
          const alter = movedFrom(500 + aheadMs, everyMs, 500n);
          const run = await runOf({ latencyMs, alter }, long);
          failed.push(...idsWith(run, 'failed', 'warned').map((id) => `${id}, ${latencyMs} ms, ${aheadMs} ms`));
        }
      }

      expect(failed).toEqual([]);
    },
  );
});

/** Moves these amounts in turn: about once a second, and whenever many calls come at once. */
const movedInRaces =
  (...amounts: readonly bigint[]): SimulatedAgent['alter'] =>
  (agent, clock) => {
    let [isBegun, movedAt, count, calledAt, together] = [false, 0, 0, 0, 0];
    const move = (): void => {
      movedAt = clock.now();
      agent.wallet.move(account, amounts[count % amounts.length] ?? 0n);
      count += 1;
    };
    return async (call) => {
      if (!isBegun) clock.every(100, () => clock.now() - movedAt >= 1100 && move());
      isBegun = true;
      together = clock.now() - calledAt < 1 ? together + 1 : 1;
      calledAt = clock.now();
      if (together === 15 && clock.now() - movedAt >= 40) move();
      return await agent.answer(call);
    };
  };

describe('an agent whose player bets and wins elsewhere just while calls are under way', () => {
  it.each([
    ['takes and gives back', [-500n, 500n]],
    ['takes', [-500n]],
    ['pays in and takes', [500n, -500n]],
    ['pays in', [500n]],
  ] as const)('%s: of a scenario that is played alone nothing failed', async (_, amounts) => {
    const races = scenarios.filter(({ file }) => file.includes('/concurrency/'));
    const failed: string[] = [];
    for (const scenario of races) {
      const run = await runOf({ latencyMs: 20, alter: movedInRaces(...amounts) }, [scenario]);
      failed.push(...idsWith(run, 'failed', 'warned').map((id) => `${id} ${scenario.file}`));
    }

    expect(failed).toEqual([]);
  });
});

/** An agent that looks at its own clock sees that of the run. */
const byTheClock: SimulatedAgent['alter'] = (agent, clock) => {
  jest.spyOn(Date, 'now').mockImplementation(() => clock.now());
  return agent.answer;
};

describe('an agent that answers getBalance from a cache', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is told so once, and judged besides by makeBets that move nothing', async () => {
    // Its cache is two seconds old at most by the clock of the run: a busy machine is none of it.
    const run = await runOf({ defect: 'cached-balance', alter: byTheClock });

    expect(idsWith(run, 'failed', 'warned')).toEqual(['BAL-03']);
    expect(idsWith(run, 'blocked', 'inconclusive').length).toBeLessThan(5);
  });
});

describe('an agent that applies a moment after it answered', () => {
  it('is named for that once, and judged besides', async () => {
    const run = await runOf({ alter: appliedAfter(150) });
    const late = run.requirements.flatMap(({ id, findings }) =>
      findings.filter(({ code }) => code === 'applied-later').map(() => id),
    );

    const ids = run.exchanges.map(({ id }) => id);

    expect(late).toEqual(['BET-12']);
    expect(ids).toHaveLength(new Set(ids).size);
    expect(idsWith(run, 'inconclusive')).toEqual([]);
    expect(idsWith(run, 'passed').length).toBeGreaterThan(78);
  });
});

describe('an agent whose players begin', () => {
  /** Of an agent that nobody disturbs, begun with 1000.00. */
  let usual: Run;

  beforeAll(async () => {
    usual = await runOf({});
  });

  const purses = (balance: string) => ({ USD: balance, EUR: balance });
  const beginWith = (balance: string) => ({
    'player-1': purses(balance),
    'player-2': purses(balance),
  });

  it('with nothing is judged like any other, and is left with nothing', async () => {
    const { run, balances } = await runSimulated({ purses: beginWith('0.00') }, { scenarios });

    expect(verdictsOf(run)).toEqual(verdictsOf(usual));
    expect(new Set(Object.values(balances))).toEqual(new Set([0n]));
  });

  it('below zero is judged like any other, and is left as it was', async () => {
    const owing: SimulatedAgent['alter'] = (agent) => {
      for (const playerId of ['player-1', 'player-2']) {
        agent.wallet.move({ playerId, currency: 'USD' }, -100_600n);
      }
      return agent.answer;
    };
    const { run, balances } = await runSimulated({ alter: owing }, { scenarios });

    expect(verdictsOf(run)).toEqual(verdictsOf(usual));
    expect(balances).toMatchObject({ 'player-1 USD': -600n, 'player-2 USD': -600n });
  });

  it('is mostly sent calls of its scenarios', () => {
    const own = usual.exchanges.filter(({ line }) => line === undefined);

    expect(own.length / usual.exchanges.length).toBeLessThan(0.2);
  });
});
