import { beforeAll, describe, expect, it } from '@jest/globals';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import type { Run } from '../../src/formats/run.ts';
import type { Scenario } from '../../src/formats/scenario/scenario.ts';
import { judgementsOfRun } from '../../src/judge/exchanges.ts';
import type { CallVerdict } from '../../src/spec/verdict.ts';
import { runSimulated } from '../run/simulated-run.ts';

let scenarios: readonly Scenario[];

beforeAll(async () => {
  scenarios = await shippedScenarios();
});

const play = async (agent: Parameters<typeof runSimulated>[0], of = scenarios): Promise<Run> =>
  (await runSimulated(agent, { scenarios: of }, { known: { latencyMs: 1 } })).run;

const judged = (run: Run, verdict: CallVerdict) => judgementsOfRun(run).filter((each) => each.verdict === verdict);

const verdictsIn = (run: Run): readonly string[] => [...new Set(judgementsOfRun(run).map(({ verdict }) => verdict))];

it('has nothing against a right agent, and says of most answers why they are right', async () => {
  const run = await play({});
  expect(run.verdict).toBe('conformant');
  expect(verdictsIn(run).toSorted()).toEqual(['right', 'unjudged']);
  expect(judged(run, 'right').length).toBeGreaterThan(judged(run, 'unjudged').length);
  for (const { sentence } of judgementsOfRun(run)) expect(sentence).not.toBe('');
}, 60_000);

/** What is found of the agents below, and nothing else. */
const defects = ['lost-update', 'win-kept', 'other-token-accepted', 'balance-as-text'];

it('holds nothing against an agent whose money somebody else moves', async () => {
  const credited = await play({
    alter: (agent, clock) => {
      let isBegun = false;
      return async (call) => {
        const account = { playerId: 'player-1', currency: 'USD' };
        if (!isBegun) clock.every(97, () => agent.wallet.move(account, 500n));
        isBegun = true;
        return await agent.answer(call);
      };
    },
  });
  expect(credited.verdict).not.toBe('nonconformant');
  expect(verdictsIn(credited).toSorted()).toEqual(['right', 'unjudged']);
  const said = judged(credited, 'unjudged').map(({ sentence }) => sentence);
  expect(said.some((sentence) => sentence.startsWith('Nobody can tell whether'))).toBe(true);
}, 60_000);

describe.each(defects)('of an agent with the defect %s', (defect) => {
  it('calls wrong or risky what a finding of the run is about, in its words', async () => {
    const run = await play({ defect });
    const findings = run.requirements.flatMap((each) => each.findings);
    const weighty = findings.filter(({ weight }) => weight !== 'note');
    expect(weighty).not.toEqual([]);
    const against = [...judged(run, 'wrong'), ...judged(run, 'risky')];
    expect(against).not.toEqual([]);
    for (const { exchangeId, sentence, findings: own } of against) {
      expect(own.length).toBeGreaterThan(0);
      for (const finding of own) {
        expect(finding.exchanges).toContain(exchangeId);
        expect(weighty).toContainEqual(finding);
      }
      expect(own.some(({ message }) => sentence.startsWith(message))).toBe(true);
    }
    for (const { message } of weighty) {
      expect(against.flatMap((each) => each.findings.map((own) => own.message))).toContain(message);
    }
  }, 60_000);
});
