import { expect, it, jest } from '@jest/globals';
import { OrderedMap } from 'immutable';
import type { Call } from '../../src/judge/call.ts';
import type { Case } from '../../src/judge/case.ts';
import { judgeCall } from '../../src/judge/one-call.ts';
import { makeBet } from '../ledger/wallet.ts';
import { annasCase, balance, failed, said } from './calls.ts';

/** The n-th bet of nothing, with a remark on the digits of its answer. */
const bet = (n: number): Call => said(makeBet(`tx-${n}`, ['0', '0']), balance('100.000000001'));

const after = (count: number): Case => {
  let state = annasCase();
  for (let n = 0; n < count; n += 1) state = judgeCall(state, bet(n));
  return state;
};

/** How many entries of maps are copied by one more call. */
const copiesBy = (state: Case, call: Call): number => {
  const spies = [jest.spyOn(Array.prototype, 'with'), jest.spyOn(Map.prototype, 'set')];
  judgeCall(state, call);
  const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return count;
};

it('shares all that came before with the case after a call', () => {
  const before = after(20);
  const next = judgeCall(before, bet(20));
  expect(next.trail?.before).toBe(before.trail);
  expect(next.found?.before).toBe(before.found);
  expect(next.shown).toBe(before.shown);
  expect(next.ledger.balances).toBe(before.ledger.balances);
});

it('walks through no map of the ledger for one more call', () => {
  const state = after(50);
  const walks = jest.spyOn(OrderedMap.prototype, '__iterate' as never);
  const steps = jest.spyOn(OrderedMap.prototype, '__iterator' as never);
  judgeCall(state, bet(50));
  const count = walks.mock.calls.length + steps.mock.calls.length;
  walks.mockRestore();
  steps.mockRestore();
  expect(count).toBe(0);
});

it('copies as little for the 5,001st call as for the 51st', () => {
  const [few, many] = [after(50), after(5_000)];
  const more = copiesBy(many, bet(5_000)) - copiesBy(few, bet(5_000));
  expect(more).toBeLessThanOrEqual(16);
});

it('copies as little where a call was lost and nothing has told since whether it came', () => {
  const lost = said(makeBet('lost', ['0', '0']), failed('dropped'));
  const unsure = [50, 5_000].map((count) => {
    let state = judgeCall(annasCase(), lost);
    for (let n = 0; n < count; n += 1) state = judgeCall(state, bet(n));
    return state;
  });
  expect(unsure.map(({ others, doubtful }) => [others.length, doubtful])).toEqual([
    [1, ['lost']],
    [1, ['lost']],
  ]);
  const [few = 0, many = 0] = unsure.map((state) => copiesBy(state, bet(5_000)));
  expect(many - few).toBeLessThanOrEqual(16);
});
