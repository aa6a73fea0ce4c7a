import { describe, expect, it } from '@jest/globals';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import type { Run } from '../../src/formats/run.ts';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import type { RunContext, RunOrder } from '../../src/run/run-context.ts';
import { runPlayersOf } from '../../src/run/run-players.ts';
import { runScenarios } from '../../src/run/run-scenarios.ts';
import { canonicalText, sign } from '../../src/signing/sign.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { badSignature, balanceAnswer, contextFor, emptyOrder, jsonAnswer, type Say, token } from './run-against.ts';
import { runSimulated } from './simulated-run.ts';

interface Body {
  readonly type?: string;
  readonly player_id: string;
  readonly bet?: number;
  readonly win?: number;
  readonly freespins?: object;
}

/** How a wallet differs from a right one. */
interface Fault {
  /** What a makeBet moves. */
  readonly change?: (body: Body, right: number) => number;
  /** What any other call moves. */
  readonly read?: (body: Body) => number;
}

/** A wallet in cents. */
const wallet = ({ change, read }: Fault = {}): Say => {
  const cents = new Map<string, number>();
  return (text) => {
    const body = JSON.parse(text) as Body;
    const right = Math.round(((body.win ?? 0) - (body.bet ?? 0)) * 100);
    const moved = body.type === 'makeBet' ? (change?.(body, right) ?? right) : (read?.(body) ?? 0);
    const now = (cents.get(body.player_id) ?? 100_000) + moved;
    cents.set(body.player_id, now);
    return balanceAnswer(now / 100);
  };
};

const scenario = (file: string, steps: string, head = 'requirements: [BET-01]') =>
  parseScenario({ file, text: `scenario: ${file}\n${head}\nsteps:\n${steps}\n` });

const bet = '  - makeBet: { bet: 10 }';
const two = [scenario('a.yaml', bet), scenario('b.yaml', bet)];

const player = (id: string) => ({ id, username: id, currencies: ['USD'], language: 'en' });

const runOf = async (say: Say, order: Partial<RunOrder> = {}, context: Partial<RunContext> = {}): Promise<Run> =>
  await runScenarios(
    {
      ...contextFor(say, 'minimal'),
      players: runPlayersOf([player('p')], 'n1'),
      catalogue: requirements,
      ...context,
    },
    { ...emptyOrder, scenarios: two, ...order },
  );

const verdictsOf = ({ scenarios }: Run) => scenarios.map(({ verdict }) => verdict);

const neverDebited: Fault = { change: (_, right) => Math.max(0, right) };

describe('a run', () => {
  it('is conformant where the wallet is right, and tells what each call must lead to', async () => {
    const run = await runOf(wallet());
    expect(run.verdict).toBe('conformant');
    const bets = run.exchanges.filter(({ label }) => label === 'makeBet');
    expect(bets.map(({ expectedBalance }) => expectedBalance)).toEqual(['990.00', '990.00']);
  });

  it('plays on after a breach, unless it is to bail', async () => {
    expect(verdictsOf(await runOf(wallet(neverDebited)))).toEqual(['failed', 'failed']);
    const bailed = await runOf(wallet(neverDebited), { bail: true });
    expect(verdictsOf(bailed)).toEqual(['failed', 'skipped']);
    expect(bailed.scenarios[1]?.reason).toBe('not run: --bail ended the run after a.yaml');
  });

  it('ends where the agent answers nothing any more, whatever scenarios are left', async () => {
    const [right, scenarios] = [wallet(), Array.from({ length: 60 }, (_, n) => scenario(`${n}.yaml`, bet))];
    let left = 30;
    const pooled: Say = (...call) => {
      left -= 1;
      return left < 0 ? jsonAnswer(500, { error: 'internal_error', message: 'no connection is free' }) : right(...call);
    };
    const run = await runOf(pooled, { scenarios });
    expect(run.requirements.flatMap(({ findings }) => findings)).toContainEqual(
      expect.objectContaining({ code: 'exhausted', requirement: 'ROB-14' }),
    );
    const last = run.scenarios.at(-1);
    expect([last?.verdict, last?.reason]).toEqual([
      'skipped',
      expect.stringMatching(/^not run: the agent answers nothing any more since \d+\.yaml$/),
    ]);
    expect(left).toBeGreaterThan(-20);
  });

  it.each([
    ['a bet', 3],
    ['the opening balance', 2],
  ])(
    'goes on over new connections where calls before have left something on the kept ones: %s',
    async (_, spoiltFrom) => {
      const right = wallet();
      let kept = 0;
      const spoilt: Say = (text, signature, call) => {
        kept += call.connection === 'fresh' ? 0 : 1;
        return call.connection === 'fresh' || kept < spoiltFrom
          ? right(text, signature, call)
          : jsonAnswer(400, { error: 'validation_error', message: 'body is not JSON: trailing data' });
      };
      const scenarios = ['a', 'b', 'c'].map((name) => scenario(name, bet, 'requirements: [BET-01, ROB-11]'));
      const run = await runOf(spoilt, { scenarios });
      const found = run.requirements.flatMap(({ findings }) => findings);
      expect(found.map(({ code, requirement }) => [code, requirement])).toEqual([
        ['body-left-on-connection', 'ROB-11'],
      ]);
      expect(found[0]?.message).toMatch(
        / answered with HTTP 400 validation_error \("body is not JSON: trailing data"\) on a kept connection; sent once more over a new one, it was answered as it must be\.$/,
      );
      expect(verdictsOf(run)).toEqual(['failed', 'passed', 'passed']);
    },
  );

  describe('whose bets are refused for want of funds after a while', () => {
    const noFunds = jsonAnswer(402, { error: 'insufficient_balance', message: 'not enough' });
    const scenarios = ['a', 'b', 'c'].map((name) => scenario(name, bet, 'requirements: [RB-02]'));
    const outcome = async (readAfter: (right: Answer) => Answer) => {
      const right = wallet();
      let bets = 0;
      const say: Say = (text, ...rest) => {
        const { type, bet: staked = 0 } = JSON.parse(text) as Body;
        if (staked > 0) bets += 1;
        if (staked > 0 && bets > 1) return noFunds;
        const answer = right(text, ...rest);
        return type === 'makeBet' || bets < 2 ? answer : readAfter(answer);
      };
      const { requirements: results } = await runOf(say, { scenarios });
      return results.flatMap(({ findings }) => findings.map(({ code, requirement }) => [code, requirement]));
    };

    it('is told once that refused bets keep their money, where the balance covers them', async () => {
      expect(await outcome((answer) => answer)).toEqual([['refused-valid', 'ROB-14']]);
    });

    it('says nothing of the agent where the money is gone: somebody else may have spent it', async () => {
      expect(await outcome(() => balanceAnswer(5))).toEqual([]);
    });
  });

  it('tells of a refusal beside other calls at its end only, when all that was refused alike is known', async () => {
    const right = wallet();
    const packless: Say = (text, ...rest) =>
      (JSON.parse(text) as Body).freespins === undefined
        ? right(text, ...rest)
        : jsonAnswer(422, { error: 'invalid_request', message: 'the pack is over' });
    const pack = 'getBalance: { freespins: { played: 1, total: 2 } }';
    const scenarios = [
      scenario(
        'race',
        `  - together:\n      steps:\n        - makeBet: { bet: 1 }\n        - ${pack}`,
        'requirements: [CON-06]',
      ),
      scenario('pack', `  - ${pack}`, 'requirements: [FS-01]'),
    ];
    const certain: unknown[] = [];
    const run = await runOf(packless, {
      scenarios,
      tell: (event) => {
        if (event.kind === 'scenario-finished') certain.push(...(event.certain?.findings ?? []));
      },
    });
    const found = run.requirements.flatMap(({ findings }) => findings.filter(({ weight }) => weight === 'breach'));
    expect(found.map(({ code, requirement }) => [code, requirement])).toEqual([['refused-valid', 'FS-01']]);
    expect(certain).toEqual([]);
  });

  it('takes no entry of a baseline for stale that it may not have come to', async () => {
    const entries = [{ requirement: 'BAL-01', code: 'balance-missing', reason: '' }] as const;
    const baseline = { file: 'b.yaml', entries };
    expect((await runOf(wallet(), { baseline })).baseline?.stale).toHaveLength(1);
    const bailed = await runOf(wallet(neverDebited), { baseline, bail: true });
    expect(bailed.baseline?.stale).toEqual([]);
    const excerpt = await runOf(wallet(), { baseline, extent: 'excerpt' });
    expect(excerpt).toMatchObject({ verdict: 'conformant', baseline: { stale: [] } });
  });

  it('moves no more than is allowed of what an account has', async () => {
    const scenarios = [scenario('all.yaml', '  - makeBet: { bet: balance }', 'fund: 0')];
    const run = await runOf(wallet(), { scenarios }, { maxStake: '50' });
    expect(run.scenarios[0]?.reason).toMatch(/would move 1000.00 USD in one call/);
  });
});

describe('a wallet of four decimals', () => {
  it('is not held to what amounts below a cent have left, in the scenarios after them', async () => {
    let units = 10_000_000;
    const fourDecimals: Say = (text) => {
      const { type, bet: stake = 0, win = 0 } = JSON.parse(text) as Body;
      if (type === 'makeBet') units += Math.round((win - stake) * 10_000);
      return balanceAnswer(units / 10_000);
    };
    const pair = '  - together:\n      steps:\n        - makeBet: { bet: 1 }\n        - makeBet: { bet: 4 }';
    const scenarios = [scenario('fine.yaml', '  - makeBet: { bet: 1.006 }'), scenario('b.yaml', `${bet}\n${pair}`)];
    const run = await runOf(fourDecimals, { scenarios, ownCalls: 'balances' });
    expect(run.exchanges.map(({ answerBody }) => answerBody)).toContain('{"content":{"balance":983.994}}');
    expect(run.requirements.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')).toEqual([]);
  });
});

describe('lanes', () => {
  /** How many calls were under way at once, at most. */
  const atOnce = async (fault: Fault): Promise<number> => {
    const context = contextFor(wallet(fault), 'minimal');
    let underWay = 0;
    let most = 0;
    const send: RunContext['send'] = async (call, file) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return await context.send(call, file);
    };
    const pair = scenario('pair.yaml', '  - makeBet: { bet: 10 }\n    player: 2', 'players: 2');
    const players = runPlayersOf([player('p'), player('q')], 'n1');
    await runOf(wallet(fault), { scenarios: [pair, ...two] }, { send, players });
    return most;
  };

  it('are played side by side', async () => {
    expect(await atOnce({})).toBe(2);
  });

  it('are played one after another where an agent may mix accounts', async () => {
    expect(await atOnce(neverDebited)).toBe(1);
  });
});

describe('an agent that credits what a getBalance says of free spins', () => {
  const crediting = wallet({ read: ({ freespins }) => (freespins === undefined ? 0 : 1250) });
  const verifying: Say = (text, signature, call) =>
    signature === sign(canonicalText(text, 'minimal'), token) ? crediting(text, signature, call) : badSignature;

  it('is looked at again once its dialect is known, and warned of', async () => {
    const { agent } = contextFor(verifying);
    const run = await runOf(verifying, { scenarios: [] }, { agent });
    expect(run.dialect?.warnings[0]).toBe('The balance went from 1000 to 1025 while nothing but getBalance was sent.');
    const names = run.exchanges.map((exchange) => exchange.scenario);
    expect(names.indexOf('preflight')).toBe(names.lastIndexOf('dialect') + 1);
  });
});

describe('money that somebody else moves', () => {
  it('is no breach: no call explains it', async () => {
    const run = await runOf(wallet({ change: (_, right) => right - 37, read: () => -37 }));
    expect(run.scenarios[0]).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(/which no call explains/),
    });
  });

  it('is not what a wallet that adds up wrongly is excused with', async () => {
    const wrong = wallet({ change: ({ bet = 0 }, right) => (bet === 10 ? -1337 : right) });
    expect(verdictsOf(await runOf(wrong, { scenarios: two.slice(0, 1) }))).toEqual(['failed']);
  });
});

describe('a run that is judged again', () => {
  it('finds calls that are alike in their order', async () => {
    let sent = 0;
    const forgetful = wallet({
      change: ({ bet = 0 }, right) => {
        if (bet !== 10) return right;
        sent += 1;
        return sent === 2 ? 0 : right;
      },
    });
    const steps = '  - makeBet: { id: a, bet: 10 }\n  - resend: a\n  - resend: a';
    const scenarios = [scenario('again.yaml', steps, 'requirements: [IDEM-01]')];
    const run = await runOf(forgetful, { scenarios });
    const again = await judgeAgain(run, { scenarios, catalogue: requirements });
    expect(verdictsOf(run)).toEqual(['failed']);
    expect(again.requirements).toEqual(run.requirements);
  });
});

describe('a finding that follows from another cause', () => {
  it('names it, also once the run is stored and judged again', async () => {
    const scenarios = (await shippedScenarios()).filter(({ file }) => /ten-bets|never-overspent/.test(file));
    const { run } = await runSimulated({ defect: 'lost-update' }, { scenarios });
    const causesIn = ({ requirements: results }: Run) =>
      new Set(
        results.flatMap(({ findings }) =>
          findings.flatMap(({ code, cause }) => (/^(lost-update|overspent)$/.test(code) ? `${code} of ${cause}` : [])),
        ),
      );
    const told = new Set(['lost-update of undefined', 'overspent of lost-update']);
    const again = await judgeAgain(run, { scenarios, catalogue: requirements });
    expect([causesIn(run), causesIn(again)]).toEqual([told, told]);
  });
});

describe('an answer in two writes', () => {
  const known = { connections: 'fresh', splitMs: 41 } as const;
  const only = { only: ['TIME-03', 'BET-01'], skip: [] };
  const piecesOf = ({ causes = [], requirements: judged }: Run): readonly string[] => [
    ...causes.map(({ code }) => code).filter((code) => code === 'split-answers'),
    ...judged
      .flatMap(({ findings }) => findings.map(({ code }) => code))
      .filter((code) => code === 'answer-in-two-writes'),
  ];
  /** Each answer to a call on a kept connection waits between headers and body. */
  const split = (): Partial<RunContext> => {
    const context = contextFor(wallet(), 'minimal');
    return {
      known,
      send: async (call, file) => {
        const durationMs = call.connection === 'fresh' ? 1 : 41;
        return { ...(await context.send(call, file)), durationMs, timing: { headersMs: 1 } };
      },
    };
  };

  it('that an earlier run found is no cause where this one measured nothing', async () => {
    const run = await runOf(wallet(), { scenarios: two, selection: only }, { known });
    expect(piecesOf(run)).toEqual([]);
  });

  it('is no cause where no agent answers', async () => {
    const order = { scenarios: two, selection: only, measures: 'by-calls' } as const;
    const gone = { kind: 'failed', failure: 'refused', message: 'Nobody listens.' } as const;
    const run = await runOf(() => gone, order, { known });
    expect(piecesOf(run)).toEqual([]);
  });

  it('is told where this run measured it', async () => {
    const order = { scenarios: two, selection: only, measures: 'by-calls' } as const;
    expect(piecesOf(await runOf(wallet(), order, split()))).toEqual(['split-answers', 'answer-in-two-writes']);
  });
});
