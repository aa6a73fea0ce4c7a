import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import type { Answer } from '../../src/spec/exchange.ts';
import { type Loss, losses } from '../../src/spec/fault.ts';
import { balanceAnswer, bodyOf, type OpenAgent, openAgent, openRawAgent } from './open-agent.ts';
import { messageTo, type OpenCourier, openCourier } from './open-courier.ts';

let agent: OpenAgent | undefined;
let courier: OpenCourier = openCourier();

afterEach(async () => {
  courier.close();
  courier = openCourier();
  await agent?.close();
  agent = undefined;
});

const failureOf = (answer: Answer): string => (answer.kind === 'failed' ? answer.failure : `HTTP ${answer.status}`);

/** What came of a request's body. */
const ended = async (request: IncomingMessage): Promise<string> => {
  try {
    return `whole: ${(await bodyOf(request)).length}`;
  } catch {
    return 'broken off';
  }
};

const body = Buffer.from('{"type":"getBalance"}');

/** What the agent gets of a request, and what the platform hears. */
const send = async (what: Loss, isAnswered = true) => {
  let got: Promise<string> | undefined;
  let closed: Promise<unknown> | undefined;
  agent = await openAgent((request, response) => {
    closed = new Promise((resolve) => request.socket.once('close', resolve));
    got = ended(request);
    void got.then((came) => {
      if (came !== 'broken off' && isAnswered) response.end('{"content":{"balance":1}}');
    });
  });
  const { answer } = await courier.send(messageTo(agent.url, { body, lose: { what } }));
  return { answer, heard: failureOf(answer), got: await got, closed };
};

const arrivals: [Loss, string, string][] = [
  ['answer', 'dropped', 'whole: 21'],
  ['proxied-answer', 'dropped', 'whole: 21'],
  ['body', 'cut-off', 'broken off'],
  ['half-body', 'cut-off', 'broken off'],
  ['end-of-body', 'cut-off', 'broken off'],
];

it.each(arrivals)('loses the %s', async (what, heard, got) => {
  expect(await send(what)).toMatchObject({ heard, got });
  expect(losses[what].arrives).toBe(got === 'broken off' ? 'part' : 'whole');
});

it('resets a connection behind the request, while the agent works', async () => {
  const { answer, got, closed } = await send('connection', false);
  expect(answer).toMatchObject({ failure: 'hung-up', message: expect.stringContaining('on purpose') });
  expect(got).toBe('whole: 21');
  await closed;
});

it('takes the answer of an agent that answers over a half-closed connection', async () => {
  let answered: Promise<unknown> | undefined;
  agent = await openRawAgent((socket) => {
    // Node's own HTTP server closes it; this one answers once our side has ended.
    socket.removeAllListeners('end');
    socket.allowHalfOpen = true;
    answered = once(socket, 'end').then(() => socket.end(balanceAnswer()));
  });
  const { answer } = await courier.send(messageTo(agent.url, { lose: { what: 'sending-side' } }));
  await answered;
  expect(failureOf(answer)).toBe('HTTP 200');
});

it('does not know what became of a call whose connection the agent closes, half-closed as it was', async () => {
  agent = await openRawAgent((socket) => {
    socket.once('end', () => socket.destroy());
  });
  const { answer } = await courier.send(messageTo(agent.url, { lose: { what: 'sending-side' } }));
  expect(failureOf(answer)).toBe('hung-up');
});

it('tells the answer of an agent that takes half a body for a whole one', async () => {
  agent = await openRawAgent((socket) => void socket.end(balanceAnswer()));
  const { answer } = await courier.send(messageTo(agent.url, { lose: { what: 'end-of-body' } }));
  expect(failureOf(answer)).toBe('HTTP 200');
});

it('says how much of a request arrived', async () => {
  const { answer } = await send('half-body');
  expect(answer).toMatchObject({
    message: 'The request was cut off on purpose, after 11 of the 21 bytes of its body.',
  });
});

it('is named as ever where nobody listens', async () => {
  const { url, close } = await openAgent(() => undefined);
  await close();
  for (const what of ['answer', 'connection', 'half-body'] as const) {
    const { answer } = await courier.send(messageTo(url, { lose: { what } }));
    expect(failureOf(answer)).toBe('refused');
  }
});

it('sends a body byte by byte', async () => {
  let pieces = 0;
  agent = await openAgent(async (request, response) => {
    request.on('data', () => {
      pieces += 1;
    });
    await once(request, 'end');
    response.end('{"content":{"balance":1}}');
  });
  const { answer } = await courier.send(messageTo(agent.url, { body, wireForm: { body: 'slow' } }));
  expect(failureOf(answer)).toBe('HTTP 200');
  expect(pieces).toBeGreaterThan(10);
});
