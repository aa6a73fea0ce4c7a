import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Exchange } from '../../src/spec/exchange.ts';
import type { OpenPlatform } from './open-platform.ts';
import { now, openPlatform, sign } from './open-platform.ts';

let open: OpenPlatform;
beforeEach(async () => {
  open = await openPlatform();
});
afterEach(() => open.close());

const host = 'Host: x\r\n';
const post = (rest: string): string => `POST /api/games/list HTTP/1.1\r\n${host}${rest}`;
const chunked = post('Transfer-Encoding: chunked\r\n\r\n');

interface Told {
  readonly status: string;
  readonly error: string;
  readonly message: string;
  readonly timestamp: string;
  readonly request_id: string;
}

/** The last answer of a connection. */
const readAnswer = (text: string) => {
  const [head = '', body = ''] = text
    .slice(text.search(/HTTP\/1\.1 \d(?!.*HTTP\/1\.1 \d)/s))
    .split('\r\n\r\n');
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  return {
    status: Number(head.split(' ')[1]),
    head,
    length: Number(length),
    body,
    told: JSON.parse(body || '{}') as Told,
  };
};

/** Each character is a byte. */
const send = async (bytes: string) =>
  readAnswer(await open.exchangeBytes(Buffer.from(bytes, 'latin1'), () => false));

/** The one exchange that was recorded. */
const recorded = async (): Promise<Exchange> => {
  while (open.exchanges.length === 0) await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(open.exchanges).toHaveLength(1);
  return open.exchanges[0] as Exchange;
};

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

type Row = readonly [name: string, bytes: string, status: number, code: string, message: RegExp];

const rows: readonly Row[] = [
  [
    'a method in small letters',
    `post /api/games/list HTTP/1.1\r\n${host}\r\n`,
    405,
    'method_not_allowed',
    /capital letters: POST/,
  ],
  [
    'an unknown method',
    `BREW /api/games/list HTTP/1.1\r\n${host}\r\n`,
    405,
    'method_not_allowed',
    /uses POST, not "BREW"/,
  ],
  ['a line that is no HTTP', 'NONSENSE\r\n\r\n', 400, 'bad_request', /no request of HTTP/],
  [
    'a byte order mark',
    `\u00ef\u00bb\u00bfPOST / HTTP/1.1\r\n${host}\r\n`,
    400,
    'bad_request',
    /byte order mark/,
  ],
  [
    'the PROXY protocol',
    `PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\nGET / HTTP/1.1\r\n${host}\r\n`,
    400,
    'bad_request',
    /PROXY protocol/,
  ],
  [
    'TLS',
    '\u0016\u0003\u0001\u0000\u00c8\u0001\u0000\u0000\u00c4\u0003\u0003',
    400,
    'wrong_protocol',
    /Your client speaks https to an http address.*http:\/\//,
  ],
  [
    'HTTP/2 without TLS',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    400,
    'wrong_protocol',
    /Your client speaks HTTP\/2 without TLS.*HTTP\/1\.1/,
  ],
  [
    'headers above 16 KiB',
    post(`X-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
    431,
    'headers_too_large',
    /16 KiB/,
  ],
  [
    'a request line that is too long',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`,
    431,
    'headers_too_large',
    /request line/,
  ],
  [
    'no Host',
    'POST /api/games/list HTTP/1.1\r\n\r\n',
    400,
    'bad_request',
    /header Host is missing/,
  ],
  [
    'a path that is not ASCII',
    `POST /api/g\u00e9 HTTP/1.1\r\n${host}\r\n`,
    400,
    'bad_request',
    /percent signs/,
  ],
  [
    'a control character in a path',
    `POST /api/\u0001 HTTP/1.1\r\n${host}\r\n`,
    400,
    'bad_request',
    /percent signs/,
  ],
  [
    'a path without a slash',
    `POST api/games/list HTTP/1.1\r\n${host}\r\n`,
    400,
    'bad_request',
    /begins with a slash/,
  ],
  [
    'a backslash at the start of a path',
    `POST \\api HTTP/1.1\r\n${host}\r\n`,
    400,
    'bad_request',
    /begins with a slash/,
  ],
  [
    'a space in a path',
    `POST /api/a b HTTP/1.1\r\n${host}\r\n`,
    400,
    'bad_request',
    /space in a path is written %20/,
  ],
  ['an unknown version', `POST /api HTTP/3.1\r\n${host}\r\n`, 400, 'bad_request', /HTTP\/1\.1/],
  ['lines that end with LF alone', 'POST /api HTTP/1.1\nHost: x\n\n', 400, 'bad_request', /CR LF/],
  ['lines that end with CR alone', 'POST /api HTTP/1.1\rHost: x\r\r', 400, 'bad_request', /CR LF/],
  ['a space in the name of a header', post('X Y: 5\r\n\r\n'), 400, 'bad_request', /header "X Y"/],
  [
    'a space before the colon',
    post('X-Signature : 5\r\n\r\n'),
    400,
    'bad_request',
    /header "X-Signature "/,
  ],
  ['a folded header', post('X-Fold: 5\r\n  6\r\n\r\n'), 400, 'bad_request', /one line/],
  ['NUL in a header', post('X-Nul: 5\u0000 6\r\n\r\n'), 400, 'bad_request', /header "X-Nul"/],
  [
    'a negative Content-Length',
    post('Content-Length: -5\r\n\r\nabcdef'),
    400,
    'bad_request',
    /Content-Length.*number of bytes/,
  ],
  [
    'a Content-Length that is no number',
    post('Content-Length: five\r\n\r\nabcdef'),
    400,
    'bad_request',
    /Content-Length.*number of bytes/,
  ],
  [
    'a Content-Length beyond all numbers',
    post('Content-Length: 99999999999999999999999\r\n\r\n'),
    400,
    'bad_request',
    /Content-Length.*number of bytes/,
  ],
  [
    'several Content-Length',
    post('Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef'),
    400,
    'bad_request',
    /Content-Length.*once/,
  ],
  [
    'Content-Length, then Transfer-Encoding',
    post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    400,
    'bad_request',
    /Content-Length or Transfer-Encoding/,
  ],
  [
    'Transfer-Encoding, then Content-Length',
    post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n'),
    400,
    'bad_request',
    /Content-Length or Transfer-Encoding/,
  ],
  [
    'a Transfer-Encoding that does not end with chunked',
    post('Transfer-Encoding: gzip\r\n\r\n'),
    400,
    'bad_request',
    /Transfer-Encoding.*chunked/,
  ],
  ['bad chunking', `${chunked}ZZ\r\n`, 400, 'bad_request', /chunk/],
  [
    'bad chunking in the middle of a body',
    `${chunked}5\r\nabcde\r\nZZ\r\n`,
    400,
    'bad_request',
    /chunk/,
  ],
  ['a chunk that has no end', `${chunked}2\r\nabcde\r\n`, 400, 'bad_request', /chunk/],
  [
    'extensions of a chunk without end',
    `${chunked}5;${'x'.repeat(20_000)}\r\nabcde\r\n0\r\n\r\n`,
    413,
    'bad_request',
    /chunk/,
  ],
  [
    'an expectation that nobody meets',
    post('Expect: 200-maybe\r\nContent-Length: 2\r\n\r\n'),
    417,
    'expectation_failed',
    /100-continue/,
  ],
  [
    'CONNECT',
    `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`,
    405,
    'method_not_allowed',
    /no proxy/,
  ],
];

describe.each(rows)('%s', (_name, bytes, status, code, message) => {
  it('is answered in the envelope with what to do, and the connection ends', async () => {
    const answer = await send(bytes);
    expect([answer.status, answer.told.status, answer.told.error]).toEqual([status, 'error', code]);
    expect(answer.told.message).toMatch(message);
    expect(answer.told.timestamp).toBe(new Date(now * 1000).toISOString());
    expect(answer.length).toBe(Buffer.byteLength(answer.body));
    expect(answer.head).toMatch(/\ncontent-type: application\/json/i);
    expect(answer.head).toMatch(/\nconnection: close/i);
  });

  it('is recorded once, as no operation, with the answer and with what came', async () => {
    const answer = await send(bytes);
    const exchange = await recorded();
    expect(exchange).toMatchObject({
      ...{ id: answer.told.request_id, direction: 'operation', kind: 'other', refusal: code },
      answer: { kind: 'answered', status },
    });
    if (exchange.answer.kind !== 'answered') throw new Error('There was an answer.');
    expect(textOf(exchange.answer.body)).toBe(answer.body);
    const { method, url, headers, body } = exchange.request;
    const all = [method, url, JSON.stringify(headers), textOf(body)].join('\n');
    expect(all).toContain(bytes.split(/[\r\n]/)[0]?.split(' ')[0]);
    expect(body.length).toBeLessThanOrEqual(8192);
    expect(url.length).toBeLessThanOrEqual(2000);
    expect(open.errors).toEqual([]);
  });
});

describe('what is kept of a request that could not be read', () => {
  it('is its method, its path and the bytes as they came', async () => {
    const bytes = `BREW /api/pot?x=1 HTTP/1.1\r\n${host}X-A: b\r\n\r\n`;
    await send(bytes);
    const { request } = await recorded();
    expect([request.method, request.url, textOf(request.body)]).toEqual([
      'BREW',
      '/api/pot?x=1',
      bytes,
    ]);
  });

  it('is the method, the path and the headers where those were read, and the broken body', async () => {
    await send(`${chunked}5\r\nabcde\r\nZZ\r\n`);
    const { request } = await recorded();
    expect(request).toMatchObject({
      ...{ method: 'POST', url: '/api/games/list' },
      headers: { host: 'x', 'transfer-encoding': 'chunked' },
    });
    expect(textOf(request.body)).toBe('5\r\nabcde\r\nZZ\r\n');
  });

  it.each(['Authorization: Bearer', 'Cookie:', 'Proxy-Authorization: Basic'])(
    'has no value of %s',
    async (header) => {
      await send(`BREW /api HTTP/1.1\r\n${host}${header} hidden-key\r\nX-A: shown\r\n\r\n`);
      await send(post(`${header} hidden-key\r\nExpect: nothing\r\n\r\n`));
      while (open.exchanges.length < 2) await new Promise(setImmediate);
      const all = JSON.stringify(
        open.exchanges.map(({ request }) => [request, textOf(request.body)]),
      );
      expect(all).toContain('X-A: shown');
      expect(all).not.toContain('hidden-key');
    },
  );
});

describe('what is kept of a broken request to the admin API', () => {
  it('is its first line alone: it may hold the token', async () => {
    await send(`put /__admin/login HTTP/1.1\r\n${host}\r\n{"token":"hidden-key"}`);
    const { request } = await recorded();
    expect(textOf(request.body)).toBe('put /__admin/login HTTP/1.1');
  });

  it('is its head alone, where that was read', async () => {
    open.platform.app.post('/__admin/login', (request) => {
      request.on('error', () => undefined).resume();
    });
    const head = `POST /__admin/login HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`;
    await send(`${head}5\r\nhidde\r\nZZ\r\n`);
    const { request } = await recorded();
    expect([request.url, request.body.length]).toEqual(['/__admin/login', 0]);
  });
});

const body = JSON.stringify({ agent_id: 1001, timestamp: now });
const right = post(
  `Content-Type: application/json\r\nX-Signature: ${sign({ agent_id: 1001, timestamp: now })}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
);
const statusesIn = (text: string): string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);

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
      expect(told.message).toMatch(/no WebSocket/);
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

describe.each(['development', 'production', 'test'])(
  'a page that fails, with NODE_ENV %s',
  (env) => {
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
  },
);

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
