import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountOf } from '../../../src/base/money.ts';
import type { Callback } from '../../../src/spec/callback.ts';
import { anna, boris, getBalance, makeBet, rollback } from '../../ledger/wallet.ts';
import { runs } from '../../setup/runs.ts';
import { createModelWallet, type WalletHabits } from './model-wallet.ts';
import { openTable, type Table } from './table.ts';
import { type Loss, losses, type WalkStep, walk } from './walk.ts';

const account = fc.constantFrom(anna, boris);

/** Whole tenths: what somebody else moves always has odd cents, and is never taken for a stake. */
const amount = fc.oneof(
  fc.constant('0'),
  fc.integer({ min: 1, max: 400 }).map((n) => (n / 10).toFixed(2)),
);
const oddCents = fc.integer({ min: -300, max: 900 }).map((tenths) => tenths * 10 + 3);

/** A few ids, so that repetitions are common; now and then one of the other player. */
const id = fc
  .tuple(fc.nat(7), fc.constantFrom('own', 'own', 'own', 'own', 'shared'))
  .map(([n, whose]) => `t${n} ${whose}`);

const named = (callback: Callback): Callback =>
  callback.type === 'getBalance' || callback.transactionId.endsWith('shared')
    ? callback
    : { ...callback, transactionId: `${callback.transactionId} ${callback.playerId}` };

const callback: fc.Arbitrary<Callback> = fc
  .oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(id, fc.tuple(amount, amount), account).map((parts): Callback => makeBet(...parts)),
    },
    { weight: 3, arbitrary: fc.tuple(id, account).map((parts): Callback => rollback(...parts)) },
    { weight: 2, arbitrary: account.map((each): Callback => getBalance(each)) },
  )
  .map(named);

const habits: fc.Arbitrary<WalletHabits> = fc.record({
  saysNotFound: fc.boolean(),
  refusesCancelled: fc.boolean(),
  remembersRefused: fc.boolean(),
  refusesForeign: fc.boolean(),
});

/** One call, answered before anything else happens. */
const quiet = (each: Callback): WalkStep[] => [
  { kind: 'leave', callback: each },
  { kind: 'handle', n: -1 },
  { kind: 'arrive', n: -1 },
];

const n = fc.nat(3);
const how = fc.constantFrom(...(Object.keys(losses) as Loss[]));
const playerId = account.map((each) => each.playerId);

const anything: fc.Arbitrary<WalkStep[]> = fc.oneof(
  { weight: 12, arbitrary: callback.map(quiet) },
  { weight: 4, arbitrary: callback.map((each): WalkStep[] => [{ kind: 'leave', callback: each }]) },
  { weight: 2, arbitrary: callback.map(lostAtOnce) },
  { weight: 4, arbitrary: n.map((each): WalkStep[] => [{ kind: 'handle', n: each }]) },
  { weight: 5, arbitrary: n.map((each): WalkStep[] => [{ kind: 'arrive', n: each }]) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lose' as const), n, how }).map(one) },
  { weight: 2, arbitrary: fc.constant<WalkStep[]>([{ kind: 'handle-late' }]) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('move' as const), playerId, cents: oddCents }).map(one),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('forget' as const), playerId }).map(one),
  },
);

function one(step: WalkStep): WalkStep[] {
  return [step];
}

/** Sent again after its answer was lost. */
function lostAtOnce(each: Callback): WalkStep[] {
  return [{ kind: 'leave', callback: each }, { kind: 'lose', n: -1, how: 'timeout' }, ...quiet(each)];
}

const steps = fc.array(anything, { minLength: 5, maxLength: 60 }).map((all) => all.flat());

const sumOf = (each: ReturnType<Table['judge']['statements']>[number]): string =>
  amountOf(each.opening).minus(each.bets).plus(each.wins).plus(each.rollbacks).plus(each.elsewhere).toFixed(2);

it('says of a right wallet neither wrong nor risky, and its equation holds, whatever happens', () => {
  let [right, all] = [0, 0];
  fc.assert(
    fc.property(habits, steps, (habit, sequence) => {
      const table = openTable();
      const judgements = walk(createModelWallet(habit, 5_000), table, sequence);
      right += judgements.filter(({ verdict }) => verdict === 'right').length;
      all += judgements.length;
      expect(judgements.filter(({ verdict }) => verdict === 'wrong' || verdict === 'risky')).toEqual([]);
      for (const each of table.judge.statements()) expect(sumOf(each)).toBe(each.expected);
    }),
    { numRuns: runs(300) },
  );
  // It must not be by judging nothing.
  expect(right / all).toBeGreaterThan(0.3);
});

const roundAmount = fc.constantFrom('0', '5.00', '10.00', '20.00');
const roundCents = fc.constantFrom(-1_000, -500, 500, 1_000, 2_000);

it('says nothing wrong of a right wallet where somebody moves round amounts, each seen at a getBalance', () => {
  const bet = fc.tuple(id, fc.tuple(roundAmount, roundAmount), account).map((parts) => quiet(named(makeBet(...parts))));
  const undo = fc.tuple(id, account).map((parts) => quiet(named(rollback(...parts))));
  const moved = fc
    .tuple(account, roundCents)
    .map(([each, cents]): WalkStep[] => [{ kind: 'move', playerId: each.playerId, cents }, ...quiet(getBalance(each))]);
  const lost = fc
    .tuple(id, account)
    // Of ids that are not cancelled before: that twice the same amount is in doubt, nobody can tell.
    .map(([which, each]) => lostAtOnce(named(makeBet(`lost ${which}`, ['10.00', '0'], each))));
  const opened = [anna, boris].flatMap((each) => quiet(getBalance(each)));
  const sequence = fc.array(fc.oneof(bet, bet, undo, moved, lost), { maxLength: 40 });
  fc.assert(
    fc.property(habits, sequence, (habit, all) => {
      const steps = [...opened, ...all.flat()];
      const judgements = walk(createModelWallet(habit, 5_000), openTable(), steps);
      expect(judgements.filter(({ verdict }) => verdict === 'wrong' || verdict === 'risky')).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});

it('says nothing wrong of a right wallet that knows transactions from before, repeated by hand', () => {
  fc.assert(
    fc.property(
      habits,
      fc.array(callback, { maxLength: 15 }),
      fc.array(callback, { maxLength: 30 }),
      (habit, before, byHand) => {
        const wallet = createModelWallet(habit, 5_000);
        for (const each of before) wallet.handle(each);
        const steps = byHand
          .flatMap(quiet)
          .map((step) => (step.kind === 'leave' ? { ...step, origin: 'hand' as const } : step));
        const judgements = walk(wallet, openTable(), steps);
        expect(judgements.filter(({ verdict }) => verdict === 'wrong' || verdict === 'risky')).toEqual([]);
      },
    ),
    { numRuns: runs(300) },
  );
});
