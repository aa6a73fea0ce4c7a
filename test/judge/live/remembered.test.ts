import { expect, it } from '@jest/globals';
import { remembered } from '../../../src/judge/live/account.ts';
import { readSending } from '../../../src/judge/live/judge.ts';
import type { LiveRules } from '../../../src/judge/live/memory.ts';
import { refusedValid } from '../../../src/judge/live/refused.ts';
import { anna, byDefault, makeBet, walletWith } from '../../ledger/wallet.ts';
import { answered, exchangeOf } from '../calls.ts';

const callback = makeBet('t1', ['10', '0']);

const long = 'x'.repeat(100_000);

const refusedAtLength = () => {
  const answer = answered(400, JSON.stringify({ error: long, message: long }));
  const exchange = exchangeOf(callback, answer, { id: 'x1' });
  const intent = { kind: 'valid', callback } as const;
  return readSending({ ...{ intent, label: 'makeBet', at: 0, exchange }, begun: 0, ended: 1 });
};

it('an answer of a megabyte is read, and remembered without its bytes', () => {
  const reading = remembered(refusedAtLength());
  expect(JSON.stringify(reading).length).toBeLessThan(5_000);
  expect(reading).toMatchObject({
    exchangeId: 'x1',
    callback,
    answer: { kind: 'error', status: 400 },
    call: { exchange: { id: 'x1', answer: { kind: 'answered', status: 400 } } },
  });
});

it('so is that of a refused call that may have been applied all the same', () => {
  const rules = { policy: byDefault, recall: () => undefined } as unknown as LiveRules;
  const valid = refusedValid(rules, [walletWith([anna, '100'])], refusedAtLength());
  expect(JSON.stringify(valid?.heard).length).toBeLessThan(5_000);
  expect(valid?.situation).toBe('bet');
});
