import { expect, it } from '@jest/globals';
import { amountOf, renderAmount } from '../../../src/base/money.ts';
import { balanceIn, bookOf, openLedger, sumOfBook } from '../../../src/ledger/ledger.ts';
import { forcedOutcomesIn, type Outcome, outcomesIn } from '../../../src/ledger/worlds/worlds.ts';
import { anna, byDefault, makeBet, rollback } from '../wallet.ts';

const world = openLedger(anna, amountOf('100'));
const [bet] = outcomesIn(
  { policy: byDefault, recall: () => undefined, isShared: true },
  world,
  makeBet('t1', ['10', '4']),
);

/** All wallets agree on the bet: it is kept apart from them. */
const rules = {
  policy: byDefault,
  recall: (id: string) => (id === 't1' ? bet?.world.transactions.get('t1') : undefined),
  isShared: true,
};
const agreed = { ...(bet?.world ?? world), transactions: world.transactions };

const outline = ({ situation, world: after }: Outcome): string =>
  [situation, renderAmount(balanceIn(after)), after.transactions.size].join(' ');

it('keeps a book that comes to the balance', () => {
  const after = outcomesIn(rules, agreed, rollback('t1'))[0]?.world ?? world;
  const { bets, wins, rollbacks } = bookOf(after);
  expect([bets, wins, rollbacks].map(renderAmount)).toEqual(['10', '4', '6']);
  expect(sumOfBook(after).eq(balanceIn(after))).toBe(true);
});

it('knows what is kept apart from the wallets, and takes into them only what changes', () => {
  expect(outcomesIn(rules, agreed, makeBet('t1', ['10', '4'])).map(outline)).toEqual(['duplicate 94 0']);
  expect(outcomesIn(rules, agreed, rollback('t1')).map(outline)).toEqual(['rollback-of-bet-and-win 100 1']);
});

it('is forced to nothing that was applied, nor where nobody else moves money', () => {
  const above = makeBet('t2', ['500', '0']);
  expect(forcedOutcomesIn(rules, agreed, makeBet('t1', ['10', '4']))).toEqual([]);
  expect(forcedOutcomesIn({ ...rules, isShared: false }, agreed, above)).toEqual([]);
  expect(forcedOutcomesIn(rules, agreed, above).map(outline)).toEqual([
    'refused-bet-again -406 1',
    'refused-bet-again 94 1',
  ]);
});
