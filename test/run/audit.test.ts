import { beforeAll, describe, expect, it } from '@jest/globals';
import { renderJson } from '../../src/base/json.ts';
import type { ReportedExchange, Run } from '../../src/formats/run.ts';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import type { Scenario } from '../../src/formats/scenario/scenario.ts';
import type { Case } from '../../src/judge/case.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import type { Play } from '../../src/run/play.ts';
import { createTransactionLog } from '../../src/run/transaction-log.ts';
import type { Callback } from '../../src/spec/callback.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { renderCallback } from '../../src/wire/codec.ts';
import { annasCase, balance, judgeAll, said } from '../judge/calls.ts';
import { anna, boris, makeBet, rollback } from '../ledger/wallet.ts';
import { anExchange } from '../report/run-builder.ts';
import { runSimulated, type SimulatedAgent } from './simulated-run.ts';
import { scenario } from './steps.ts';

const scenarioOf = (name: string, ...steps: readonly string[]): Scenario =>
  parseScenario({
    file: `scenarios/conformance/${name}.yaml`,
    text: ['scenario: T', 'requirements: [IDEM-17]', 'fund: 100', 'steps:', ...steps.map((step) => `  - ${step}`)].join(
      '\n',
    ),
    knownRequirements: ['IDEM-17'],
  });

/** Seven scenarios of two transactions each, and one of a large one. */
const before = [
  ...[1, 2, 3, 4, 5, 6, 7].map((n) =>
    scenarioOf(`a/s${n}`, `makeBet: { bet: ${n}, win: 1 }`, 'makeBet: { bet: 0, win: 2 }'),
  ),
  scenarioOf('a/large', 'makeBet: { bet: 21 }'),
];

/** Knows the last twelve ids: another one is new to it, and kept from then on. */
const forgetful: SimulatedAgent = {
  defect: 'any-signature-accepted',
  alter: (agent) => {
    const times = new Map<string, number>();
    let last: readonly string[] = [];
    return async (call) => {
      const [, id] = /"transaction_id":"([^"]+)"/.exec(call.text) ?? [];
      if (id === undefined) return await agent.answer(call);
      if (!last.includes(id)) times.set(id, (times.get(id) ?? 0) + 1);
      last = [...last.filter((each) => each !== id), id].slice(-12);
      return await agent.answer({ ...call, text: call.text.replace(id, `${id}~${times.get(id)}`) });
    };
  },
};

/** Knows an id for so many milliseconds. */
const forgettingAfter = (keptMs: number): SimulatedAgent => ({
  defect: 'any-signature-accepted',
  alter: (agent, clock) => {
    const firstAt = new Map<string, number>();
    const isKept = (id: string): boolean => {
      firstAt.set(id, firstAt.get(id) ?? clock.now());
      return clock.now() - (firstAt.get(id) ?? 0) < keptMs;
    };
    return async (call) => {
      const [, id] = /"transaction_id":"([^"]+)"/.exec(call.text) ?? [];
      const isNew = id !== undefined && !isKept(id);
      return await agent.answer(isNew ? { ...call, text: call.text.replace(id, `${id}~`) } : call);
    };
  },
});

const auditing = scenarioOf('a/end', 'makeBet: { bet: 9 }', 'audit: 5', 'getBalance: {}');

const played = async (agent: SimulatedAgent = {}): Promise<Run> =>
  (await runSimulated(agent, { scenarios: [auditing, ...before] })).run;

const labelsOf = ({ exchanges }: Run): string[] =>
  exchanges.flatMap(({ scenario: file, label = '' }) => (file.endsWith('a/end.yaml') ? [label] : []));

const verdictsOf = ({ requirements: results }: Run) =>
  results.map(({ id, verdict, findings }) => [id, verdict, ...findings.map(({ message }) => message)]);

describe('an audit at the end of a run', () => {
  let run: Run;
  beforeAll(async () => {
    run = await played();
  });

  it('sends makeBets again of scenarios from the first to the last, and rolls every other one back', () => {
    const of = (name: string) => `makeBet of a/${name}`;
    expect(labelsOf(run).filter((label) => label.includes('at the end'))).toEqual([
      `${of('s1')} again, at the end of the run`,
      `${of('s3')} again, at the end of the run`,
      `rollback of a ${of('s3')}, at the end of the run`,
      `rollback of a ${of('s3')} again, at the end of the run`,
      `${of('s5')} again, at the end of the run`,
      `${of('s7')} again, at the end of the run`,
      `rollback of a ${of('s7')}, at the end of the run`,
      `${of('s7')} again, at the end of the run`,
      `${of('end')} again, at the end of the run`,
    ]);
  });

  it('is passed by an agent that knows them, and its run gives back what it rolled back', async () => {
    const { run: same, balances } = await runSimulated({}, { scenarios: [auditing, ...before] });
    expect(same.scenarios.find(({ file }) => file === auditing.file)?.verdict).toBe('passed');
    expect(new Set(Object.values(balances))).toEqual(new Set([100_000n]));
  });

  it('fails an agent that has forgotten some, and says of which scenario they were', async () => {
    const { requirements: results } = await played(forgetful);
    const { verdict, findings } = results.find(({ id }) => id === 'IDEM-17') ?? {};
    expect(verdict).toBe('failed');
    expect(findings).toMatchObject([
      {
        code: 'double-application',
        scenario: auditing.file,
        message: expect.stringMatching(/^makeBet of a\/s\d again, at the end of the run: the balance is /),
      },
    ]);
  });

  it('waits until the first of them are older than what a run waits for elsewhere', async () => {
    const verdictOf = ({ scenarios }: Run) => scenarios.find(({ file }) => file === auditing.file)?.verdict;
    // The run has a patience of two seconds.
    expect(verdictOf(await played(forgettingAfter(2500)))).toBe('failed');
    expect(verdictOf(await played(forgettingAfter(60_000)))).toBe('passed');
  });

  it.each([
    ['a right one', {}],
    ['one that forgets', forgetful],
  ])('is judged again from the stored run of %s as it was', async (_, agent) => {
    const stored = await played(agent);
    const scenarios = [auditing, ...before];
    const again = await judgeAgain(stored, { scenarios, catalogue: requirements });
    expect(verdictsOf(again)).toEqual(verdictsOf(stored));
    expect(labelsOf(again)).toEqual(labelsOf(stored));
  });
});

describe('the transactions of a run', () => {
  /** What a scenario of anna and boris has played, with the exchanges of its makeBets. */
  const playOf = (given: Partial<Case> = {}, rest: readonly Partial<ReportedExchange>[] = [], win = '0') => {
    const bets = ['t1', 't2', 't3'].map((id, n) => makeBet(id, ['0', n === 0 ? win : String(n)]));
    const after = [0, 1, 3].map((more) => balance(String(100 + Number(win) + more)));
    const state = judgeAll(annasCase(['IDEM-17']), ...bets.map((bet, n) => said(bet, after[n] ?? balance('0'))));
    const sent = bets.map((bet) => ({ kind: 'makeBet', line: 1, requestBody: bodyOf(bet) }) as const);
    const exchanges = [...sent, ...rest].map((each, n) => anExchange({ id: `x${n}`, ...each }));
    return { state: { ...state, ...given }, exchanges, scenario: scenario({ file: 'a.yaml' }) } as unknown as Play;
  };
  const bodyOf = (callback: Callback): string => renderJson(renderCallback(callback));
  const idsOf = (play: Play, account = anna): string[] => {
    const log = createTransactionLog();
    // One of each scenario: the first of those that are left.
    log.note(1, play);
    return log.sample(account, 10).map(({ transaction }) => transaction.id);
  };

  it('are asked for in the order of the run, whichever scenario ended first', () => {
    const log = createTransactionLog();
    const named = (file: string): Play => ({
      ...playOf(),
      scenario: scenario({ file: `scenarios/conformance/${file}` }),
    });
    log.note(Number.POSITIVE_INFINITY, named('c.yaml'));
    log.note(12, named('b.yaml'));
    log.note('3b', named('a.yaml'));
    expect(log.sample(anna, 10).map(({ of, transaction }) => `${of} ${transaction.id}`)).toEqual([
      'a t1',
      'b t3',
      'c t1',
    ]);
  });

  it('are those of the account that it is about', () => {
    expect(idsOf(playOf())).toEqual(['t1']);
    expect(idsOf(playOf(), boris)).toEqual([]);
  });

  it('leave out what the run rolled back by itself, and keep what the scenario did', () => {
    const undone = { kind: 'rollback', requestBody: bodyOf(rollback('t1')) } as const;
    expect(idsOf(playOf({}, [{ ...undone, line: undefined }]))).toEqual(['t2']);
    expect(idsOf(playOf({}, [{ ...undone, line: 3 }]))).toEqual(['t1']);
  });

  it('leave out what is too large to be rolled back in the end', () => {
    expect([idsOf(playOf({}, [], '20')), idsOf(playOf({}, [], '20.01'))]).toEqual([['t1'], ['t2']]);
  });

  it('leave out what is in doubt', () => {
    expect(idsOf(playOf({ doubtful: ['t1', 't2'] }))).toEqual(['t3']);
  });

  it('leave out a scenario that was not judged to its end', () => {
    expect(
      idsOf(playOf({ ending: { kind: 'inconclusive', reason: 'no answer' } as unknown as Case['ending'] })),
    ).toEqual([]);
  });
});
