import { afterEach, expect, it } from '@jest/globals';
import { composeLetter } from '../../src/callbacks/compose-letter.ts';
import type { Letter } from '../../src/callbacks/letter.ts';
import { letterOfExchange } from '../../src/callbacks/letter-of-exchange.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import type { OpenAgent } from './open-agent.ts';
import { balanceAnswer, openRawAgent } from './open-agent.ts';
import type { OpenCourier } from './open-courier.ts';
import { letterTo, openCourier } from './open-courier.ts';
import { makeBet } from './sample-callbacks.ts';

let agent: OpenAgent | undefined;
let courier: OpenCourier = openCourier();
afterEach(async () => {
  courier.close();
  await agent?.close();
  courier = openCourier();
});

/** Sends a letter and then its exchange; what arrived, and the second exchange. */
const sendTwice = async (letterFor: (url: string) => Letter) => {
  const heard: string[] = [];
  agent = await openRawAgent((socket, chunk) => {
    heard.push(chunk.toString('latin1'));
    if (heard.at(-1)?.endsWith('}') || heard.at(-1)?.endsWith('0\r\n\r\n')) {
      socket.write(balanceAnswer());
      heard.push('|');
    }
  });
  const { url } = agent;
  const first = await courier.send(letterFor(url));
  const letter = letterOfExchange(first, { url, timeoutMs: 2_000 });
  const second = await courier.send({ ...letter, origin: 'hand' });
  // Whether a connection is kept is no part of what is sent again.
  const [one, other] = heard
    .join('')
    .replace(/^Connection: .*\r\n/gm, '')
    .split('|');
  return { first, second, one, other };
};

it('sends a callback again, to the byte', async () => {
  const { first, second, one, other } = await sendTwice((url) =>
    composeLetter(makeBet, { url, token: 'test-token', timeoutMs: 2_000, dialect: 'php' }),
  );
  expect(other).toBe(one);
  expect(one).toContain('"tx-1"');
  const { id: _first, startedAt: _at, durationMs: _took, ...same } = first;
  expect(second).toMatchObject({ ...same, origin: 'hand' });
});

it('sends again what is no callback at all, and headers as they were', async () => {
  const { one, other } = await sendTwice((url) =>
    letterTo(url, {
      method: 'PUT',
      headers: { 'content-type': 'text/plain', 'x-signature': ' AB ' },
      body: Buffer.from('{"type":1,"type":"makeBet","bet":1e2,"é": }'),
    }),
  );
  expect(other).toBe(one);
  expect(one).toMatch(/^PUT .*x-signature: {2}AB \r\n/s);
});

it('sends chunks where it sent chunks', async () => {
  const { one, other } = await sendTwice((url) => letterTo(url, { wire: { body: 'chunked' } }));
  expect(other).toBe(one);
  expect(one).toContain('transfer-encoding: chunked');
  expect(one).not.toContain('content-length');
});

it('does not send what the agent asked', () => {
  const operation = { id: 'x-9', direction: 'operation' } as Exchange;
  expect(() => letterOfExchange(operation, { url: 'http://127.0.0.1:1/', timeoutMs: 1 })).toThrow(
    'Exchange x-9 is a request of the agent',
  );
});
