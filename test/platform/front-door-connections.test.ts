import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { now, type OpenPlatform, openPlatform, sign } from './open-platform.ts';
import { chunked, host, post, readAnswer, recordedBy, sendTo } from './raw-requests.ts';

let open: OpenPlatform;
beforeEach(async () => {
  open = await openPlatform();
});
afterEach(() => open.close());

const send = async (bytes: string) => await sendTo(open, bytes);
const recorded = async () => await recordedBy(open);

const body = JSON.stringify({ agent_id: 1001, timestamp: now });
const right = post(
  `Content-Type: application/json\r\nX-Signature: ${sign({ agent_id: 1001, timestamp: now })}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
);
const statusesIn = (text: string): string[] => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);

describe('what is broken after right requests', () => {
  it('is answered after them, each of which is answered', async () => {
    const text = await open.exchangeBytes(`${right.repeat(3)}NONSENSE\r\n\r\n`, () => false);
    expect(statusesIn(text)).toEqual(['200', '200', '200', '400']);
    expect(open.exchanges.map(({ kind }) => kind)).toEqual(['list', 'list', 'list', 'other']);
  });

  it('is told to be a Content-Length that is too small, where there is no request line', async () => {
    const text = await open.exchangeBytes(`${right}{"more":1}`, () => false);
    expect(statusesIn(text)).toEqual(['200', '400']);
    expect(readAnswer(text).told.message).toMatch(/Content-Length counts bytes, not characters/);
  });

  it('is the body of a second request: the first is answered first', async () => {
    const text = await open.exchangeBytes(`${right}${chunked}ZZ\r\n`, () => false);
    expect(statusesIn(text)).toEqual(['200', '400']);
  });
});

/** Sends bytes and ends or resets its side once they have come; all that came back. */
const leave = async (bytes: string, how: 'end' | 'reset'): Promise<string> => {
  const accepted = once(open.server, 'connection');
  const client = connect(open.port, '127.0.0.1');
  client.write(bytes);
  let text = '';
  client.on('data', (chunk) => {
    text += chunk.toString();
  });
  const [socket] = (await accepted) as [Socket];
  while (socket.bytesRead < bytes.length) await new Promise(setImmediate);
  if (how === 'end') client.end();
  else client.resetAndDestroy();
  await Promise.all([once(socket, 'close').catch(() => undefined), once(client, 'close')]);
  return text;
};

describe('a connection that ends', () => {
  it.each([
    ['in the middle of the headers', 'POST /api/games/list HTTP/1.1\r\nHost:'],
    ['in the middle of a body', post('Content-Length: 9\r\n\r\nab')],
  ])('%s is answered and recorded', async (_name, bytes) => {
    const { status, told } = readAnswer(await leave(bytes, 'end'));
    expect([status, told.error]).toEqual([400, 'bad_request']);
    expect(told.message).toMatch(/ended before the request was complete/);
    expect((await recorded()).id).toBe(told.request_id);
  });

  it('without a byte is nothing', async () => {
    expect(await leave('', 'end')).toBe('');
    await open.call('list');
    expect(open.exchanges).toHaveLength(1);
  });

  it('by a reset in the middle of the headers is recorded as closed', async () => {
    await leave('POST /api/games/list HTTP/1.1\r\nHost:', 'reset');
    expect((await recorded()).answer).toMatchObject({ kind: 'failed', failure: 'closed' });
  });
});

describe('a request that takes too long', () => {
  it.each([
    ['over its headers', 'POST /api/games/list HTTP/1.1\r\nHost:', /headers/],
    ['over its body', post('Content-Length: 9\r\n\r\nab'), /body/],
  ])('%s is answered 408', async (_name, bytes, message) => {
    open.server.headersTimeout = 20;
    open.server.requestTimeout = 40;
    const { status, told } = await send(bytes);
    expect([status, told.error]).toEqual([408, 'request_timeout']);
    expect(told.message).toMatch(message);
    expect((await recorded()).id).toBe(told.request_id);
  });

  it('is nothing where no byte came', async () => {
    open.server.headersTimeout = 20;
    open.server.requestTimeout = 40;
    expect(await open.exchangeBytes('', () => false)).toBe('');
    expect(open.exchanges).toEqual([]);
  });
});

describe('an upgrade', () => {
  const upgrade = (to: string): string => `Connection: Upgrade\r\nUpgrade: ${to}\r\n`;

  it('to HTTP/2, as ordinary clients offer it, is let be: the request is served', async () => {
    const offering = right.replace(
      host,
      `${host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAA\r\n`,
    );
    const text = await open.exchangeBytes(offering, (all) => all.includes('"total"'));
    expect(statusesIn(text)).toEqual(['200']);
    expect(await recorded()).toMatchObject({ kind: 'list', answer: { status: 200 } });
  });

  it.each(['/api/games/list', '/api/live', '/socket'])(
    'to a WebSocket at %s is answered in the envelope, and says that there is none',
    async (path) => {
      const bytes = `GET ${path} HTTP/1.1\r\n${host}${upgrade('websocket')}\r\n`;
      const text = await open.exchangeBytes(bytes, (all) => all.endsWith('}'));
      const { told } = readAnswer(text);
      expect(told.message).toMatch(/WebSocket is not/);
      expect((await recorded()).id).toBe(told.request_id);
    },
  );
});

it('answers HTTP/0.9 as any request', async () => {
  const { status, told } = await send('POST /api/games/list\r\n\r\n');
  expect([status, told.error]).toEqual([401, 'signature_required']);
});

it('answers HTTP/1.0 without Host', async () => {
  const { status, told } = await send(`POST /api/games/list HTTP/1.0\r\n\r\n`);
  expect([status, told.error]).toEqual([401, 'signature_required']);
});

it('answers TRACE in the envelope, and returns nothing of it', async () => {
  const bytes = `TRACE /api/games/list HTTP/1.1\r\n${host}X-Key: hidden\r\nConnection: close\r\n\r\n`;
  const { status, told, body: text } = await send(bytes);
  expect([status, told.error]).toEqual([405, 'method_not_allowed']);
  expect(text).not.toContain('hidden');
});

it('takes a request whose target is a whole URL', async () => {
  const absolute = right.replace('/api/games/list', 'http://x/api/games/list');
  const text = await open.exchangeBytes(absolute, (all) => all.includes('"total"'));
  expect(statusesIn(text)).toEqual(['200']);
});

describe.each(['development', 'production', 'test'])('a page that fails, with NODE_ENV %s', (env) => {
  const before = process.env['NODE_ENV'];
  let failing: OpenPlatform;
  beforeEach(async () => {
    process.env['NODE_ENV'] = env;
    failing = await openPlatform();
    process.env['NODE_ENV'] = before;
  });
  afterEach(() => failing.close());

  const boom = new Error('no file /home/somebody/secret.ts');

  it('is answered internal_error, and its owner is told alone', async () => {
    failing.platform.app.get('/page', () => {
      throw boom;
    });
    const sending = { method: 'GET', path: '/page', headers: {}, body: '' };
    const { status, json, text } = await failing.send(sending);
    expect([status, json.error]).toEqual([500, 'internal_error']);
    expect(text).not.toMatch(/secret|\bat /);
    expect(failing.errors).toEqual([boom]);
  });

  it('in the middle of its answer ends the connection, and its owner is told alone', async () => {
    failing.platform.app.get('/page', (_request, response) => {
      response.write('half');
      throw boom;
    });
    const text = await failing.exchangeBytes(`GET /page HTTP/1.1\r\n${host}\r\n`);
    expect(text).not.toMatch(/secret|\n0\r\n/);
    expect(failing.errors).toEqual([boom]);
  });
});

it('CONNECT that goes on for ever keeps no server from closing', async () => {
  const closing = await openPlatform();
  const client = connect(closing.port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write(`CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`);
  const dribble = (): void => {
    if (!client.destroyed) client.write('x', () => setImmediate(dribble));
  };
  client.once('data', dribble);
  await new Promise((resolve) => client.once('close', resolve));
  await closing.close();
});

it('whoever is refused and stays is hung up on', async () => {
  const accepted = once(open.server, 'connection');
  const client = connect({ port: open.port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => undefined).resume();
  client.write('NONSENSE\r\n\r\n');
  const [served] = (await accepted) as [Socket];
  await once(served, 'close');
  client.destroy();
});

it('a thousand refusals are a thousand small entries', async () => {
  const large = `BREW /${'x'.repeat(60_000)} HTTP/1.1\r\n${host}X: ${'y'.repeat(60_000)}\r\n\r\n`;
  for (let sent = 0; sent < 1_000; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, async () => await send(large)));
  }
  expect(open.exchanges).toHaveLength(1_000);
  for (const { request } of open.exchanges) {
    expect(JSON.stringify([request.method, request.url, request.headers]).length).toBeLessThan(2_100);
    expect(request.body.length).toBeLessThanOrEqual(8_192);
    expect(request.body.buffer.byteLength).toBeLessThanOrEqual(65_536);
  }
});
