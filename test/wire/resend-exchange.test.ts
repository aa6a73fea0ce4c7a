import { afterEach, describe, expect, it } from '@jest/globals';
import type { Callback } from '../../src/spec/callback.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';
import type { Message } from '../../src/wire/message.ts';
import { messageOfExchange, type Revision, reviseCallback } from '../../src/wire/resend-exchange.ts';
import { balanceAnswer, type OpenAgent, openRawAgent } from './open-agent.ts';
import { messageTo, type OpenCourier, openCourier } from './open-courier.ts';
import { getBalance, makeBet, messageFor, recipient, rollback } from './sample-callbacks.ts';

let agent: OpenAgent | undefined;

let courier: OpenCourier = openCourier();

afterEach(async () => {
  courier.close();
  await agent?.close();
  courier = openCourier();
});

/** Sends a message and then its exchange; what arrived, and the second exchange. */
const sendTwice = async (messageFrom: (url: string) => Message, urlOf = (address: string): string => address) => {
  const heard: string[] = [];
  agent = await openRawAgent((socket, chunk) => {
    heard.push(chunk.toString('latin1'));
    if (heard.at(-1)?.endsWith('}') || heard.at(-1)?.endsWith('0\r\n\r\n')) {
      socket.write(balanceAnswer());
      heard.push('|');
    }
  });
  const url = urlOf(agent.url);
  const first = await courier.send(messageFrom(url));
  const message = messageOfExchange(first, { ...recipient, url });
  const second = await courier.send({ ...message, origin: 'hand' });
  // Whether a connection is kept is no part of what is sent again.
  const [one, other] = heard
    .join('')
    .replace(/^Connection: .*\r\n/gm, '')
    .split('|');
  return { first, second, one, other };
};

it('sends a callback again, to the byte', async () => {
  const { first, second, one, other } = await sendTwice((url) => messageFor(makeBet, { url, dialect: 'php' }));
  expect(other).toBe(one);
  expect(one).toContain('"tx-1"');
  const { id: _first, startedAt: _at, durationMs: _took, timing: _, ...same } = first;
  expect(second).toMatchObject({ ...same, origin: 'hand' });
});

it('sends password and query of the URL again, which the exchange does not hold', async () => {
  const withSecrets = (url: string): string => `${url.replace('://', '://me:pass-word@')}?key=secret`;
  const { first, one, other } = await sendTwice((url) => messageFor(makeBet, { url }), withSecrets);
  expect(other).toBe(one);
  expect(one).toContain('?key=secret HTTP');
  expect(one).toContain(`Authorization: Basic ${Buffer.from('me:pass-word').toString('base64')}`);
  expect(JSON.stringify(first)).not.toMatch(/pass-word|secret|bWU6/);
  expect(messageOfExchange(first, recipient).headers).not.toHaveProperty('authorization');
});

it('sends again what is no callback at all, and headers as they were', async () => {
  const { one, other } = await sendTwice((url) =>
    messageTo(url, {
      method: 'PUT',
      headers: { 'content-type': 'text/plain', 'x-signature': ' AB ' },
      body: Buffer.from('{"type":1,"type":"makeBet","bet":1e2,"é": }'),
    }),
  );
  expect(other).toBe(one);
  expect(one).toMatch(/^PUT .*X-Signature: {2}AB \r\n/s);
});

it('sends chunks where it sent chunks', async () => {
  const { one, other } = await sendTwice((url) => messageTo(url, { wireForm: { body: 'chunked' } }));
  expect(other).toBe(one);
  expect(one).toContain('Transfer-Encoding: chunked');
  expect(one).not.toMatch(/content-length/i);
});

it('does not send what the agent asked', () => {
  const operation = { id: 'x-9', direction: 'operation' } as Exchange;
  expect(() => messageOfExchange(operation, recipient)).toThrow('Exchange x-9 is a request of the agent');
});

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

const sent = (callback: Callback): Exchange => sentBytes(messageFor(callback).body);

const requestId = 'request-2';

const makeBetAsRead = { ...makeBet, bet: '10.5' };

describe('a callback that is signed anew', () => {
  const withSpins: Callback = {
    ...getBalance,
    freespins: { played: 1, total: 3, isFinish: false, accumulatedWin: '2.5' },
  };
  it.each([makeBetAsRead, rollback, getBalance, withSpins])('differs in its request_id alone: $type', (callback) => {
    expect(reviseCallback(sent(callback), { as: 'resigned', requestId })).toEqual({
      ...callback,
      requestId,
    });
  });

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
    ['amounts of a rollback', () => reviseCallback(sent(rollback), conflict), 'A rollback has neither'],
    ['a negative amount', () => reviseCallback(sent(makeBet), { ...conflict, bet: '-1' }), 'bet cannot be "-1"'],
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
