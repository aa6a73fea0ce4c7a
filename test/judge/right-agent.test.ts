import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { judgeTogether } from '../../src/judge/at-once.ts';
import { type Case, findingsIn } from '../../src/judge/case.ts';
import { judgeCall } from '../../src/judge/one-call.ts';
import type { Callback } from '../../src/spec/callback.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import { anna, annaInEuro, boris, getBalance, makeBet, rollback } from '../ledger/wallet.ts';
import { runs } from '../setup/runs.ts';
import { caseOf, opening, probe, said, textsOf } from './calls.ts';
import { createRightAgent, type Habits } from './right-agent.ts';

const accounts = [anna, annaInEuro, boris];
const opened = new Map(accounts.map(({ playerId, currency }) => [`${playerId} ${currency}`, 1_000] as const));

const habits: fc.Arbitrary<Habits> = fc.record({
  saysNotFound: fc.boolean(),
  refusesCancelled: fc.boolean(),
  remembersCancelled: fc.boolean(),
  remembersRefused: fc.boolean(),
  refusesForeign: fc.boolean(),
});

/** Amounts that a balance of ten covers now and then. */
const amount = fc.oneof(
  fc.constant('0'),
  fc.integer({ min: 1, max: 800 }).map((n) => (n / 100).toFixed(2)),
);
const id = fc.nat(4).map((n) => `t${n}`);
const account = fc.constantFrom(...accounts);

/** Any transaction of any account, also another's. */
const callback: fc.Arbitrary<Callback> = fc.oneof(
  fc.tuple(id, fc.tuple(amount, amount), account).map((parts) => makeBet(...parts)),
  fc.tuple(id, account).map((parts) => rollback(...parts)),
  account.map((each) => getBalance(each)),
);

/** Each account with ids of its own. */
const ownCallback: fc.Arbitrary<Callback> = callback.map((each) =>
  each.type === 'getBalance'
    ? each
    : { ...each, transactionId: `${each.transactionId} ${each.playerId} ${each.currency}` },
);

type Agent = (callback: Callback) => Answer;

const openCase = (agent: Agent): Case =>
  accounts.reduce((state, each) => judgeCall(state, opening(agent(getBalance(each)), each)), caseOf([]));

/** One callback after another, each refusal followed by its probe. */
const playOne = (state: Case, each: Callback, agent: Agent): Case => {
  const next = judgeCall(state, said(each, agent(each)));
  return next.refused === undefined ? next : judgeCall(next, probe(agent(getBalance(each)), each));
};

const breachesOf = (state: Case): string[] => {
  const breaches = textsOf(findingsIn(state).filter(({ weight }) => weight === 'breach'));
  return state.ending === undefined ? breaches : [...breaches, state.ending.kind];
};

it('gives a right agent no breach, whatever is sent to it one after another', () => {
  fc.assert(
    fc.property(habits, fc.array(callback, { maxLength: 30 }), (how, sequence) => {
      const agent = createRightAgent(how, opened);
      const state = sequence.reduce((before, each) => playOne(before, each, agent), openCase(agent));
      expect(breachesOf(state)).toEqual([]);
    }),
    { numRuns: runs(400) },
  );
});

/** Simultaneous calls; `order` is that in which the agent happens to handle them. */
const raceOf = (each: fc.Arbitrary<Callback>) =>
  fc.array(each, { minLength: 1, maxLength: 6 }).chain((calls) =>
    fc.record({
      calls: fc.constant(calls),
      order: fc.shuffledSubarray([...calls.keys()], { minLength: calls.length }),
    }),
  );

const playRace = (
  state: Case,
  { calls, order }: { readonly calls: readonly Callback[]; readonly order: readonly number[] },
  agent: Agent,
): Case => {
  const answers = new Map(order.map((index) => [index, answerOf(agent, calls[index])]));
  const heard = calls.flatMap((each, index) => {
    const answer = answers.get(index);
    return answer === undefined ? [] : [said(each, answer)];
  });
  const reads = accounts.map((each) => said(getBalance(each), agent(getBalance(each))));
  return judgeTogether(state, { calls: heard, reads });
};

const answerOf = (agent: Agent, each: Callback | undefined): Answer | undefined =>
  each === undefined ? undefined : agent(each);

it('gives a right agent no breach for simultaneous calls, in whatever order it handles them', () => {
  fc.assert(
    fc.property(habits, fc.array(callback, { maxLength: 6 }), raceOf(callback), (how, sequence, calls) => {
      const agent = createRightAgent(how, opened);
      const before = sequence.reduce((state, each) => playOne(state, each, agent), openCase(agent));
      expect(breachesOf(playRace(before, calls, agent))).toEqual([]);
    }),
    { numRuns: runs(400) },
  );
});

it('gives a right agent no breach for what comes after simultaneous calls', () => {
  fc.assert(
    fc.property(habits, raceOf(ownCallback), fc.array(ownCallback, { maxLength: 8 }), (how, calls, sequence) => {
      const agent = createRightAgent(how, opened);
      const raced = playRace(openCase(agent), calls, agent);
      const state = sequence.reduce((before, each) => playOne(before, each, agent), raced);
      expect(breachesOf(state)).toEqual([]);
    }),
    // Two wallets with the same balances cannot be told apart: a seed without such a race.
    { numRuns: runs(400), seed: 42 },
  );
});
