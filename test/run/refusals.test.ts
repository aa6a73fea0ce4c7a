import { beforeAll, describe, expect, it } from '@jest/globals';
import type { KnownAgent } from '../../src/formats/known-agent.ts';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import type { Run } from '../../src/formats/run.ts';
import type { Scenario } from '../../src/formats/scenario/scenario.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import { stakeLimitToRemember } from '../../src/run/limits.ts';
import { createCauseBook } from '../../src/run/run-context.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { idsWith } from '../e2e/report-of.ts';
import { runSimulated, type SimulatedAgent } from './simulated-run.ts';

/** Where bets are refused; whole suites: test/defects. */
let scenarios: readonly Scenario[];

beforeAll(async () => {
  const suite = await shippedScenarios();
  scenarios = suite.filter(({ requirements: shown }) => shown.some((id) => /^(?:BET|RB|FS)-/.test(id)));
});

const played = async (agent: SimulatedAgent) => await runSimulated(agent, { scenarios }, { known: { latencyMs: 1 } });

const verdictsOf = ({ requirements: results }: Pick<Run, 'requirements'>) =>
  results.map(({ id, verdict, findings }) => [id, verdict, ...findings.map(({ code }) => code)]);

const judgedAgain = async (run: Run): Promise<Run> =>
  await judgeAgain(run, {
    scenarios: run.scenarios.flatMap(({ file }) => scenarios.filter((each) => each.file === file)),
    catalogue: requirements,
  });

describe('an agent with a limit of its own', () => {
  it('is right, and told by one cause what could not be shown; nobody loses money', async () => {
    const { run, balances } = await played({ variant: 'house-limit' });

    expect(idsWith(run, 'failed', 'warned', 'blocked', 'inconclusive')).toEqual([]);
    expect(run.causes.filter(({ code }) => code === 'stake-limited')).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/^Every bet of \S+ USD or more was refused with HTTP \d+/),
        remedy: expect.stringContaining('--max-stake'),
        requirements: expect.arrayContaining(['BET-05', 'BET-07']),
      }),
    ]);
    expect(new Set(Object.values(balances))).toEqual(new Set([100_000n]));
    expect(verdictsOf(await judgedAgain(run))).toEqual(verdictsOf(run));
  });
});

describe('an agent with a limit of its own, by `play`', () => {
  it.each([
    ['win-limit', 'large-amounts', 'BET-19'],
    ['column-limit', 'large-amounts', 'BET-19'],
    ['house-limit', 'whole-balance', 'BET-05'],
  ])('is right: %s in %s, and what asked for it is undone', async (variant, name, id) => {
    const one = scenarios.filter(({ file }) => file.endsWith(`/${name}.yaml`));
    const { run, balances } = await runSimulated({ variant }, { scenarios: one, ownCalls: 'balances' });

    expect(run.verdict).toBe('conformant');
    expect(run.causes).toMatchObject([{ code: 'stake-limited', requirements: expect.arrayContaining([id]) }]);
    expect(balances).toMatchObject({ 'player-1 USD': 100_000n });
    expect(verdictsOf(await judgedAgain(run))).toEqual(verdictsOf(run));
  });
});

describe('a limit that an earlier run has found', () => {
  const known = async (agent: SimulatedAgent, stakeLimit?: KnownAgent['stakeLimit']) => {
    const causes = createCauseBook();
    const context = { known: { latencyMs: 1, stakeLimit }, causes };
    const { run } = await runSimulated(agent, { scenarios }, context);
    const searched = run.exchanges.filter(({ label }) => label === 'makeBet (a larger bet)');
    const next = stakeLimitToRemember(run, causes.limit()?.limit);
    return { run, searched: searched.length, next };
  };

  it('is remembered, and not looked for again', async () => {
    const first = await known({ variant: 'house-limit' });
    const second = await known({ variant: 'house-limit' }, first.next);

    expect(first.next).toMatchObject({ said: expect.stringContaining('limit_exceeded') });
    expect([first.searched > 0, second.searched]).toEqual([true, 0]);
    expect(verdictsOf(second.run)).toEqual(verdictsOf(first.run));
    // What the question for the limit moved is given back in the first run alone, and refused there as well.
    expect([first.next?.refused, second.next]).toEqual(['326.68', { ...first.next, refused: '327.68' }]);
    expect(verdictsOf(await judgedAgain(second.run))).toEqual(verdictsOf(second.run));
  });

  it('is forgotten once the house takes more, and keeps nothing from being shown', async () => {
    const said = 'HTTP 400 limit_exceeded ("the bet of 120 is above the limit")';
    const { run, next } = await known({}, { refused: '120', taken: '100', said });

    expect(idsWith(run, 'failed', 'warned', 'blocked', 'inconclusive')).toEqual([]);
    expect(run.causes.map(({ code }) => code)).not.toContain('stake-limited');
    expect(next).toBeUndefined();
  });
});

describe('an agent that takes no makeBet once nothing is left', () => {
  const sums = { error: 'insufficient_balance', message: 'nothing is left' };
  const broke: SimulatedAgent = {
    alter: (agent) => async (call) => {
      const [, type] = /"type":"(\w+)"/.exec(call.text) ?? [];
      const [playerId = '', currency = ''] = ['player_id', 'currency'].map(
        (name) => new RegExp(`"${name}":"([^"]+)"`).exec(call.text)?.[1],
      );
      const isKnown = type === 'makeBet' && /^player-\d$/.test(playerId) && ['USD', 'EUR'].includes(currency);
      if (!isKnown || agent.wallet.readBalance({ playerId, currency }) > 0n) return await agent.answer(call);
      return { status: 402, contentType: 'application/json', body: JSON.stringify(sums) };
    },
  };

  it('breaks BET-03 by a win at 0.00, which is no debt', async () => {
    const { run } = await played(broke);
    expect(run.verdict).toBe('nonconformant');
    expect(idsWith(run, 'failed', 'warned')).toEqual(['BET-03']);
  });

  it('breaks IDEM-08 and IDEM-16 by a duplicate, whatever it warns of beside them', async () => {
    const suite = await shippedScenarios();
    const some = suite.filter(({ file }) => /whatever-happened-since|win-below-zero/.test(file));
    const { run } = await runSimulated(broke, { scenarios: some });
    expect(run.verdict).toBe('nonconformant');
    expect(idsWith(run, 'failed', 'warned', 'blocked')).toEqual(['BET-20', 'IDEM-08', 'IDEM-16']);
  });
});

describe('an agent that refuses calls of one kind', () => {
  it.each([
    ['zero-refused', 'BET-04'],
    ['whole-balance-refused', 'BET-05'],
    ['closed-round', 'BET-14'],
    ['error-after-commit', 'BET-12'],
  ])('%s breaks %s, and all that was refused alike hangs on it', async (defect, id) => {
    const { run } = await played({ defect });

    expect(idsWith(run, 'failed', 'warned')).toEqual([id]);
    const blocked = run.requirements.filter(({ verdict }) => verdict === 'blocked');
    expect(blocked.map(({ reason = '' }) => reason.startsWith(`blocked by ${id}: `))).toEqual(blocked.map(() => true));
    expect(verdictsOf(await judgedAgain(run))).toEqual(verdictsOf(run));
  });
});

describe('a right signature that is refused over an amount that doubles print as an exponent', () => {
  const codesOf = async (defect: string): Promise<ReadonlySet<string>> => {
    const { run } = await played({ defect });
    return new Set(run.requirements.flatMap(({ findings }) => findings.map(({ code }) => code)));
  };

  it('is told as that where no other right signature is refused', async () => {
    const codes = await codesOf('doubles-as-exponents');
    expect([codes.has('number-reprinted'), codes.has('refused-good-signature')]).toEqual([true, false]);
  });

  it('is told as any other where others are: the amount is not what the agent minds', async () => {
    const codes = await codesOf('empty-values-dropped');
    expect([codes.has('number-reprinted'), codes.has('refused-good-signature')]).toEqual([false, true]);
  });
});
