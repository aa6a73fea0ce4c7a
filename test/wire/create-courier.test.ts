import { getEventListeners, getMaxListeners } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { afterEach, expect, it, jest } from '@jest/globals';
import type { Answer } from '../../src/spec/exchange.ts';
import type { Message } from '../../src/wire/message.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { balanceAnswer, bodyOf, type OpenAgent, openAgent, openRawAgent } from './open-agent.ts';
import { messageTo, type OpenCourier, openCourier } from './open-courier.ts';

let agent: OpenAgent | undefined;
let courier: OpenCourier = openCourier();

afterEach(async () => {
  jest.useRealTimers();
  courier.close();
  courier = openCourier();
  await agent?.close();
  agent = undefined;
});

const failureOf = (answer: Answer): string => (answer.kind === 'failed' ? answer.failure : `HTTP ${answer.status}`);

it('sends the exact bytes and headers, and takes the exact answer', async () => {
  const body = Buffer.from('{"player_username":"Иван  ","bet":10.50}\n');
  const seen: { method?: string; headers?: IncomingHttpHeaders; body?: Buffer } = {};
  agent = await openAgent(async (request, response) => {
    Object.assign(seen, { method: request.method, headers: request.headers });
    seen.body = await bodyOf(request);
    response.writeHead(200, { 'Content-Type': 'application/json', 'Set-Cookie': ['a=1', 'b=2'] });
    response.end(Buffer.from([0x7b, 0xff, 0x00, 0x7d]));
  });
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'X-Signature': 'abc' };
  const { answer } = await courier.send(messageTo(agent.url, { headers, body }));

  expect(seen.method).toBe('POST');
  expect(seen.body?.equals(body)).toBe(true);
  expect(seen.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-signature': 'abc',
    'content-length': String(body.length),
    'accept-encoding': 'identity',
  });
  expect(answer).toMatchObject({ kind: 'answered', status: 200 });
  if (answer.kind !== 'answered') return;
  expect(Buffer.from(answer.body)).toEqual(Buffer.from([0x7b, 0xff, 0x00, 0x7d]));
  expect(answer.headers).toMatchObject({ 'set-cookie': 'a=1, b=2' });
});

it('sends while the timers of a test are fake', async () => {
  agent = await openAgent((_request, response) => response.end('{}'));
  jest.useFakeTimers();
  const { answer } = await courier.send(messageTo(agent.url));

  expect(failureOf(answer)).toBe('HTTP 200');
});

it('records the exchange that it returns', async () => {
  agent = await openAgent((_request, response) => response.end('{}'));
  courier = openCourier({ clock: createManualClock(1_234) });
  const message = messageTo(agent.url, { attempt: 2, dialect: 'php', kind: 'makeBet' });
  const exchange = await courier.send(message);
  expect(courier.recorded).toEqual([exchange]);
  expect(exchange).toMatchObject({
    id: 'x-1',
    direction: 'callback',
    kind: 'makeBet',
    subject: { playerId: 'player-1' },
    attempt: 2,
    dialect: 'php',
    startedAt: 1_234,
  });
  expect(exchange.request).toMatchObject({ method: 'POST', url: agent.url, body: message.body });
  expect(exchange.request.headers).toMatchObject({ 'content-type': 'application/json' });
  expect(exchange.durationMs).toBeGreaterThan(0);
});

it('writes a header as it is, spaces around it included, and adds no content type', async () => {
  let head = '';
  agent = await openRawAgent((socket, chunk) => {
    head = chunk.toString('latin1');
    socket.write(balanceAnswer());
  });
  await courier.send(messageTo(agent.url, { headers: { 'x-signature': '  abc ' } }));
  expect(head).toContain('X-Signature:   abc \r\n');
  expect(head.toLowerCase()).not.toContain('content-type');
});

it('sends any method, with an empty body too', async () => {
  const seen: string[] = [];
  agent = await openAgent(async (request, response) => {
    seen.push(`${request.method} ${(await bodyOf(request)).length}`);
    response.writeHead(405).end();
  });
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const { answer } = await courier.send(messageTo(agent.url, { method, body: Buffer.alloc(0) }));
    expect(failureOf(answer)).toBe('HTTP 405');
  }
  await courier.send(messageTo(agent.url, { method: 'GET' }));
  expect(seen).toEqual(['GET 0', 'PUT 0', 'DELETE 0', 'GET 21']);
});

it('does not follow a redirect', async () => {
  agent = await openAgent((_request, response) => {
    response.writeHead(307, { Location: '/elsewhere' }).end();
  });
  const { answer } = await courier.send(messageTo(agent.url));
  expect(answer).toMatchObject({ status: 307, headers: { location: '/elsewhere' } });
});

it('does not use a proxy of the environment', async () => {
  agent = await openAgent((_request, response) => response.end('direct'));
  const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];
  for (const name of names) process.env[name] = 'http://127.0.0.1:9';
  try {
    const { answer } = await courier.send(messageTo(agent.url));
    expect(failureOf(answer)).toBe('HTTP 200');
  } finally {
    for (const name of names) delete process.env[name];
  }
});

it('names what listens nowhere, in plain words', async () => {
  agent = await openAgent(() => {});
  const { url, port } = agent;
  await agent.close();
  const { answer } = await courier.send(messageTo(url));
  expect(answer).toEqual({
    kind: 'failed',
    failure: 'refused',
    message: `Nothing listens on 127.0.0.1:${port}.`,
  });
});

it('calls a host name without an address unreachable', async () => {
  const lookup = (_name: string, _options: unknown, callback: (error: Error, none: []) => void) =>
    callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), []);
  courier.close();
  courier = openCourier({ lookup });
  const { answer } = await courier.send(messageTo('http://agent.test/callback'));
  expect(failureOf(answer)).toBe('unreachable');
});

it.each(['ftp://127.0.0.1/x', 'nonsense', 'http://127.0.0.1:99999/', ''])(
  'answers even for the URL %j',
  async (url) => {
    const { answer } = await courier.send(messageTo(url));
    expect(failureOf(answer)).toBe('unreachable');
  },
);

it('answers even for headers and methods that HTTP cannot carry', async () => {
  agent = await openAgent((_request, response) => response.end());
  const odd: readonly Partial<Message>[] = [
    { headers: { 'x-a': 'line\r\nbreak' } },
    { headers: { 'x a': '1' } },
    { method: 'a b' },
  ];
  for (const changes of odd) {
    const { answer } = await courier.send(messageTo(agent.url, changes));
    expect(failureOf(answer)).toBe('unreachable');
  }
});

it('says what is wrong with an https address of an agent without TLS', async () => {
  agent = await openAgent((_request, response) => response.end('{}'));
  const { answer } = await courier.send(messageTo(agent.url.replace('http:', 'https:')));
  expect(answer).toMatchObject({
    failure: 'unreachable',
    message: expect.stringContaining('does not speak the TLS that https needs'),
  });
});

it('calls a connection closed that ends without an answer', async () => {
  agent = await openRawAgent((socket) => socket.destroy());
  const { answer } = await courier.send(messageTo(agent.url));
  expect(answer).toMatchObject({
    failure: 'closed',
    message: `127.0.0.1:${agent.port} closed the connection without an answer.`,
  });
});

it('calls an answer unreadable that is not HTTP, or breaks off', async () => {
  const pieces = [
    'SSH-2.0-OpenSSH_9.2\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n{"content":',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  ];
  agent = await openRawAgent((socket, _chunk, count) => socket.end(pieces[count - 1] ?? ''));
  for (const _ of pieces) {
    const { answer } = await courier.send(messageTo(agent.url));
    expect(failureOf(answer)).toBe('unreadable');
  }
});

it('ends an attempt whose answer does not come, or trickles, at its deadline', async () => {
  agent = await openRawAgent((socket, _chunk, count) => {
    if (count === 1) return;
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
    const trickle = setInterval(() => socket.write('x'), 10);
    socket.once('close', () => clearInterval(trickle));
  });
  for (const _ of [1, 2]) {
    const { answer, durationMs } = await courier.send(messageTo(agent.url, { timeoutMs: 120 }));
    expect(answer).toMatchObject({
      failure: 'timeout',
      message: 'No complete answer within 120 ms.',
    });
    expect(durationMs).toBeGreaterThan(110);
  }
});

it('drops the connection when the answer begins, after the agent has worked', async () => {
  let worked = 0;
  agent = await openAgent(async (request, response) => {
    await bodyOf(request);
    worked += 1;
    response.end('{"content":{"balance":1}}');
  });
  const { answer } = await courier.send(messageTo(agent.url, { lose: { what: 'answer' } }));
  expect(failureOf(answer)).toBe('dropped');
  expect(worked).toBe(1);
});

it('breaks a connection that the agent would keep, from the first callback on', async () => {
  const kept: string[] = [];
  agent = await openAgent(async (request, response) => {
    await bodyOf(request);
    kept.push(request.headers.connection ?? '');
    response.end('{"content":{"balance":1}}');
  });
  await courier.send(messageTo(agent.url));
  await courier.send(messageTo(agent.url, { lose: { what: 'answer' } }));
  expect(kept).toEqual(['keep-alive', 'keep-alive']);
});

it('is interrupted by its signal, before and while it waits', async () => {
  const controller = new AbortController();
  agent = await openAgent(() => controller.abort());
  const waiting = courier.send(messageTo(agent.url, { signal: controller.signal }));
  expect(failureOf((await waiting).answer)).toBe('interrupted');
  const late = await courier.send(messageTo(agent.url, { signal: controller.signal }));
  expect(failureOf(late.answer)).toBe('interrupted');
});

it('lets any number of callbacks listen to one signal, and none when they are done', async () => {
  agent = await openAgent((_request, response) => response.end('{}'));
  const { url } = agent;
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 30 }, () => courier.send(messageTo(url, { signal }))));
  // Node warns of a leak above this number.
  expect(getMaxListeners(signal)).toBe(Number.POSITIVE_INFINITY);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('interrupts what is under way when it closes', async () => {
  agent = await openAgent(() => courier.close());
  const waiting = courier.send(messageTo(agent.url));
  expect(failureOf((await waiting).answer)).toBe('interrupted');
  expect(failureOf((await courier.send(messageTo(agent.url))).answer)).toBe('interrupted');
});

it('has no more callbacks under way than it has sockets', async () => {
  const held: ServerResponse[] = [];
  let most = 0;
  agent = await openAgent((_request, response) => {
    held.push(response);
    most = Math.max(most, held.length);
    // Answered once a third could have come, too.
    setImmediate(() => setImmediate(() => held.shift()?.end('{}')));
  });
  courier = openCourier({ maxSockets: 2 });
  const message = messageTo(agent.url, { timeoutMs: 60_000 });
  const exchanges = await Promise.all(Array.from({ length: 8 }, () => courier.send(message)));
  expect(most).toBe(2);
  expect(exchanges.map(({ answer }) => failureOf(answer))).toEqual(Array(8).fill('HTTP 200'));
});

it('times none that waits for its turn', async () => {
  let requests = 0;
  agent = await openAgent((_request, response) => {
    requests += 1;
    if (requests === 2) response.end('{}');
  });
  courier = openCourier({ maxSockets: 1 });
  // The second waits longer for its turn than it may take.
  const messages = [3_100, 3_000].map((timeoutMs) => messageTo(agent?.url ?? '', { timeoutMs }));
  const exchanges = await Promise.all(messages.map((message) => courier.send(message)));
  expect(exchanges.map(({ answer }) => failureOf(answer))).toEqual(['timeout', 'HTTP 200']);
});

describe('a body that is to be asked for', () => {
  const expecting = (url: string) => messageTo(url, { wireForm: { expect: 'continue' } });

  it('goes out once the agent asks for it', async () => {
    const heads: string[] = [];
    agent = await openRawAgent((socket, chunk) => {
      heads.push(chunk.toString('latin1'));
      socket.write(heads.length === 1 ? 'HTTP/1.1 100 Continue\r\n\r\n' : balanceAnswer());
    });
    const { answer } = await courier.send(expecting(agent.url));
    expect(failureOf(answer)).toBe('HTTP 200');
    expect(heads[0]).toContain('Expect: 100-continue\r\n');
    expect(heads[0]).not.toContain('getBalance');
    expect(heads[1]).toBe('{"type":"getBalance"}');
  });

  it('goes out all the same where the agent does not ask', async () => {
    let text = '';
    agent = await openRawAgent((socket, chunk) => {
      text += chunk.toString('latin1');
      if (text.includes('getBalance')) socket.write(balanceAnswer());
    });
    expect(failureOf((await courier.send(expecting(agent.url))).answer)).toBe('HTTP 200');
  });

  it('stays where the agent answers without it', async () => {
    agent = await openRawAgent((socket) => {
      socket.end('HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n');
    });
    expect(failureOf((await courier.send(expecting(agent.url))).answer)).toBe('HTTP 417');
  });
});

it('tells an answer of HTTP/1.0 from one of 1.1', async () => {
  agent = await openRawAgent((socket) => {
    socket.end(balanceAnswer().replace('HTTP/1.1', 'HTTP/1.0'));
  });
  expect((await courier.send(messageTo(agent.url))).answer).toMatchObject({ httpVersion: '1.0' });
});

it('sends user and password of the URL as Basic authorization, and the query; keeps neither', async () => {
  let seen: readonly unknown[] = [];
  agent = await openAgent((request, response) => {
    seen = [request.url, request.headers.authorization];
    response.end('{}');
  });
  const url = agent.url.replace('://', '://us%20er:p%C3%A4ss:word@');
  const { request } = await courier.send(messageTo(`${url}?key=query-secret&plain#fragment`));
  const basic = Buffer.from('us er:päss:word').toString('base64');
  expect(seen).toEqual([`${new URL(agent.url).pathname}?key=query-secret&plain`, `Basic ${basic}`]);
  expect(request.url).toBe(`${agent.url.replace('://', '://***:***@')}?key=***&***#***`);
  expect(request.headers['authorization']).toBe('Basic ***');
  expect(courier.recorded.map((each) => each.request)).toEqual([request]);
});

it('tells no password of a URL that cannot be called', async () => {
  const { answer } = await courier.send(messageTo('ftp://user:password@host/'));
  expect(answer).toMatchObject({
    message: 'ftp://***:***@host/ is not an http or https URL.',
  });
});
