import { describe, expect, it } from '@jest/globals';
import { composeLetter } from '../../src/callbacks/compose-letter.ts';
import type { Revision } from '../../src/callbacks/revise-callback.ts';
import { reviseCallback } from '../../src/callbacks/revise-callback.ts';
import type { Callback } from '../../src/spec/callback.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';
import { getBalance, makeBet, rollback } from './sample-callbacks.ts';

const sentBytes = (body: Uint8Array): Exchange => ({
  id: 'x-1',
  direction: 'callback',
  kind: 'makeBet',
  subject: {},
  request: { method: 'POST', url: 'http://127.0.0.1/callback', headers: {}, body },
  answer: { kind: 'failed', failure: 'timeout', message: 'late' },
  startedAt: 0,
  durationMs: 0,
});

const sent = (callback: Callback): Exchange =>
  sentBytes(composeLetter(callback, { url: '', token: 't', timeoutMs: 1 }).body);

const requestId = 'request-2';
const makeBetAsRead = { ...makeBet, bet: '10.5' };

describe('a callback that is signed anew', () => {
  const withSpins: Callback = {
    ...getBalance,
    freespins: { played: 1, total: 3, isFinish: false, accumulatedWin: '2.5' },
  };
  it.each([makeBetAsRead, rollback, getBalance, withSpins])(
    'differs in its request_id alone: $type',
    (callback) => {
      expect(reviseCallback(sent(callback), { as: 'resigned', requestId })).toEqual({
        ...callback,
        requestId,
      });
    },
  );

  it('keeps its amounts, whatever others are given', () => {
    const revision = { as: 'resigned', bet: '1', win: '2', requestId } as const;
    expect(reviseCallback(sent(makeBet), revision)).toEqual({ ...makeBetAsRead, requestId });
  });
});

describe('a makeBet in conflict with itself', () => {
  const amounts: [Omit<Revision, 'as' | 'requestId'>, string, string][] = [
    [{ bet: '0.01' }, '0.01', '0'],
    [{ win: '1000000000000000000.000000001' }, '10.5', '1000000000000000000.000000001'],
    [{ bet: '3.10', win: '7' }, '3.1', '7'],
    [{}, '22', '0'],
  ];
  it.each(amounts)('with %j', (other, bet, win) => {
    const revised = reviseCallback(sent(makeBet), { as: 'conflict', requestId, ...other });
    expect(revised).toEqual({ ...makeBet, requestId, bet, win });
  });
});

describe('a revision that cannot be', () => {
  const conflict = { as: 'conflict', requestId } as const;
  const wrongs: [string, () => unknown, string][] = [
    [
      'amounts of a rollback',
      () => reviseCallback(sent(rollback), conflict),
      'A rollback has neither',
    ],
    [
      'a negative amount',
      () => reviseCallback(sent(makeBet), { ...conflict, bet: '-1' }),
      'bet cannot be "-1"',
    ],
    [
      'an amount that is none',
      () => reviseCallback(sent(makeBet), { ...conflict, win: `${'9'.repeat(500)}\n` }),
      `win cannot be "${'9'.repeat(60)}"`,
    ],
    [
      'of bytes that are no JSON',
      () => reviseCallback(sentBytes(Buffer.from('{"type"')), conflict),
      'What exchange x-1 sent is no complete callback',
    ],
    [
      'of a callback without its player',
      () => reviseCallback(sentBytes(Buffer.from('{"type":"makeBet","bet":1}')), conflict),
      'What exchange x-1 sent is no complete callback',
    ],
    [
      'of a request of the agent',
      () => reviseCallback({ ...sent(makeBet), direction: 'operation' }, conflict),
      'Exchange x-1 is a request of the agent',
    ],
  ];
  it.each(wrongs)('%s is an error for who asked', (_name, revise, message) => {
    expect(revise).toThrow(WalletproofError);
    expect(revise).toThrow(expect.objectContaining({ code: 'usage' }));
    expect(revise).toThrow(message);
  });
});
