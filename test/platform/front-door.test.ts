import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { now, type OpenPlatform, openPlatform } from './open-platform.ts';
import { chunked, host, post, recordedBy, sendTo, textOf } from './raw-requests.ts';

let open: OpenPlatform;
beforeEach(async () => {
  open = await openPlatform();
});
afterEach(() => open.close());

const send = async (bytes: string) => await sendTo(open, bytes);
const recorded = async () => await recordedBy(open);

type Row = readonly [name: string, bytes: string, status: number, code: string, message: RegExp];

const rows: readonly Row[] = [
  [
    'a method in small letters',
    `post /api/games/list HTTP/1.1\r\n${host}\r\n`,
    405,
    'method_not_allowed',
    /upper case: POST/,
  ],
  [
    'an unknown method',
    `BREW /api/games/list HTTP/1.1\r\n${host}\r\n`,
    405,
    'method_not_allowed',
    /uses POST, not "BREW"/,
  ],
  ['a line that is no HTTP', 'NONSENSE\r\n\r\n', 400, 'bad_request', /not an HTTP request/],
  ['a byte order mark', `\u00ef\u00bb\u00bfPOST / HTTP/1.1\r\n${host}\r\n`, 400, 'bad_request', /byte order mark/],
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
  ['headers above 16 KiB', post(`X-Long: ${'x'.repeat(20_000)}\r\n\r\n`), 431, 'headers_too_large', /16 KiB/],
  [
    'a request line that is too long',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`,
    431,
    'headers_too_large',
    /request line/,
  ],
  ['no Host', 'POST /api/games/list HTTP/1.1\r\n\r\n', 400, 'bad_request', /header Host is missing/],
  ['a path that is not ASCII', `POST /api/g\u00e9 HTTP/1.1\r\n${host}\r\n`, 400, 'bad_request', /percent-encode/],
  ['a control character in a path', `POST /api/\u0001 HTTP/1.1\r\n${host}\r\n`, 400, 'bad_request', /percent-encode/],
  ['a path without a slash', `POST api/games/list HTTP/1.1\r\n${host}\r\n`, 400, 'bad_request', /begins with a slash/],
  [
    'a backslash at the start of a path',
    `POST \\api HTTP/1.1\r\n${host}\r\n`,
    400,
    'bad_request',
    /begins with a slash/,
  ],
  ['a space in a path', `POST /api/a b HTTP/1.1\r\n${host}\r\n`, 400, 'bad_request', /space in a path as %20/],
  ['an unknown version', `POST /api HTTP/3.1\r\n${host}\r\n`, 400, 'bad_request', /HTTP\/1\.1/],
  ['lines that end with LF alone', 'POST /api HTTP/1.1\nHost: x\n\n', 400, 'bad_request', /CR LF/],
  ['lines that end with CR alone', 'POST /api HTTP/1.1\rHost: x\r\r', 400, 'bad_request', /CR LF/],
  ['a space in the name of a header', post('X Y: 5\r\n\r\n'), 400, 'bad_request', /header "X Y"/],
  ['a space before the colon', post('X-Signature : 5\r\n\r\n'), 400, 'bad_request', /header "X-Signature "/],
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
    /several Content-Length/,
  ],
  [
    'Content-Length, then Transfer-Encoding',
    post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    400,
    'bad_request',
    /Content-Length and Transfer-Encoding/,
  ],
  [
    'Transfer-Encoding, then Content-Length',
    post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n'),
    400,
    'bad_request',
    /Content-Length and Transfer-Encoding/,
  ],
  [
    'a Transfer-Encoding that does not end with chunked',
    post('Transfer-Encoding: gzip\r\n\r\n'),
    400,
    'bad_request',
    /Transfer-Encoding.*chunked/,
  ],
  ['bad chunking', `${chunked}ZZ\r\n`, 400, 'bad_request', /chunk/],
  ['bad chunking in the middle of a body', `${chunked}5\r\nabcde\r\nZZ\r\n`, 400, 'bad_request', /chunk/],
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
  ['CONNECT', `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`, 405, 'method_not_allowed', /not a proxy/],
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
    expect([request.method, request.url, textOf(request.body)]).toEqual(['BREW', '/api/pot?x=1', bytes]);
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

  it.each(['Authorization: Bearer', 'Cookie:', 'Proxy-Authorization: Basic'])('has no value of %s', async (header) => {
    await send(`BREW /api HTTP/1.1\r\n${host}${header} hidden-key\r\nX-A: shown\r\n\r\n`);
    await send(post(`${header} hidden-key\r\nExpect: nothing\r\n\r\n`));
    while (open.exchanges.length < 2) await new Promise(setImmediate);
    const all = JSON.stringify(open.exchanges.map(({ request }) => [request, textOf(request.body)]));
    expect(all).toContain('X-A: shown');
    expect(all).not.toContain('hidden-key');
  });
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
