import { expect, it } from '@jest/globals';
import { refusedValid } from '../../../src/judges/live/judge-failed-call.ts';
import type { LiveRules } from '../../../src/judges/live/memory.ts';
import { readSending } from '../../../src/judges/live/reading.ts';
import { remembered } from '../../../src/judges/live/remembered.ts';
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
  expect(JSON.stringify(valid?.reading).length).toBeLessThan(5_000);
  expect(valid?.situation).toBe('bet');
});
