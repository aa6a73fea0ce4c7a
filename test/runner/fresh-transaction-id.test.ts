import { expect, it } from '@jest/globals';
import { freshTransactionId } from '../../src/runner/fresh-transaction-id.ts';
import { getBalance, makeBet, rollback } from '../ledger/wallet.ts';

const bet = makeBet('tx-7f3k-2-1', ['10', '0']);

it("ends a written id with the call's own, so that no run knows it before", () => {
  expect(freshTransactionId({ transaction_id: "'; --", bet: 5 }, bet)).toEqual({
    transaction_id: "'; ---tx-7f3k-2-1",
    bet: 5,
  });
  expect(freshTransactionId({ transaction_id: 'x' }, rollback('tx-7f3k-2-2'))).toEqual({
    transaction_id: 'x-tx-7f3k-2-2',
  });
});

it.each([65, 255, 1_000])('keeps the length of a long id: %d', (length) => {
  const { transaction_id: id } = freshTransactionId({ transaction_id: 'i'.repeat(length) }, bet);
  expect(id).toHaveLength(length);
  expect(id).toMatch(/^i+-tx-7f3k-2-1$/);
});

it.each([{}, { bet: 5 }, { transaction_id: '' }, { transaction_id: 7 }, { transaction_id: null }])(
  'leaves what is no text, or empty, as it is: %j',
  (fields) => {
    expect(freshTransactionId(fields, bet)).toEqual(fields);
  },
);

it('leaves a getBalance as it is', () => {
  expect(freshTransactionId({ transaction_id: 'x' }, getBalance())).toEqual({
    transaction_id: 'x',
  });
});
