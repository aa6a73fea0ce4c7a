import { beforeEach, expect, it } from '@jest/globals';
import type { ExchangeJudgement } from '../../src/formats/judgement.ts';
import type { LiveJudge, LiveStart } from '../../src/judge/live/judge.ts';
import { createWatchedSend } from '../../src/serve/watched-send.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { exchangeNumber, judgementOf } from '../journal/sample-exchanges.ts';
import { makeBet, messageFor } from '../wire/sample-callbacks.ts';

const message = messageFor(makeBet);

let begun: LiveStart[];
let ended: Exchange[];
let kept: ExchangeJudgement[];
let errors: unknown[];
beforeEach(() => {
  [begun, ended, kept, errors] = [[], [], [], []];
});

const judge: Pick<LiveJudge, 'begin'> = {
  begin: (start) => {
    begun.push(start);
    return {
      end: (exchange) => {
        ended.push(exchange);
        return [judgementOf('x-0', 'wrong'), judgementOf(exchange.id, 'right')];
      },
    };
  },
};

const sendWith = (judging: Pick<LiveJudge, 'begin'>) =>
  createWatchedSend({
    courier: { send: async () => exchangeNumber(1) },
    judge: judging,
    clock: createManualClock(5_000),
    keep: (judgement) => kept.push(judgement),
    onError: (error) => errors.push(error),
  });

it('begins before it leaves, and keeps every judgement that became clear', async () => {
  await sendWith(judge)({ ...message, attempt: 2 }, 'given');
  expect(begun).toEqual([expect.objectContaining({ label: 'makeBet (attempt 2)', at: 5_000, transaction: 'given' })]);
  expect(begun[0]?.intent).toMatchObject({ kind: 'valid', callback: { transactionId: 'tx-1' } });
  expect(ended.map(({ id }) => id)).toEqual(['x-1']);
  expect(kept.map(({ exchangeId }) => exchangeId)).toEqual(['x-0', 'x-1']);
});

it('says nothing of the transaction where nobody knows', async () => {
  await sendWith(judge)(message);
  expect(begun[0]?.transaction).toBeUndefined();
  expect(begun[0]?.label).toBe('makeBet');
});

it('says of what is sent again that the agent may have it', async () => {
  await sendWith(judge)({ ...message, attempt: 2 });
  expect(begun[0]?.transaction).toBe('given');
});

it.each<[string, Pick<LiveJudge, 'begin'>]>([
  [
    'before the callback',
    {
      begin: () => {
        throw new Error('judge');
      },
    },
  ],
  [
    'after the callback',
    {
      begin: () => ({
        end: () => {
          throw new Error('judge');
        },
      }),
    },
  ],
])('delivers the callback where judging fails %s', async (_, failing) => {
  expect(await sendWith(failing)(message)).toMatchObject({ id: 'x-1' });
  expect(errors).toEqual([new Error('judge')]);
  expect(kept).toEqual([]);
});
