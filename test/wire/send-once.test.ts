import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../src/spec/exchange.ts';
import type { WireForm } from '../../src/wire/message.ts';
import { balanceAnswer, type OpenAgent, openAgent, openRawAgent } from './open-agent.ts';
import { messageTo, type OpenCourier, openCourier } from './open-courier.ts';

const body = Buffer.from('{"content":{"balance":100.5}}');

const most = 256 * 1024;

let agent: OpenAgent;

let courier: OpenCourier;

let coded: { encoding?: string; bytes: Buffer; status?: number } = { bytes: body };

beforeEach(async () => {
  courier = openCourier();
  agent = await openAgent((_request, response) => {
    const headers = coded.encoding === undefined ? {} : { 'Content-Encoding': coded.encoding };
    response.writeHead(coded.status ?? 200, headers).end(coded.bytes);
  });
});

afterEach(async () => {
  courier.close();
  await agent.close();
});

const answerTo = async (next: typeof coded): Promise<Answer> => {
  coded = next;
  return (await courier.send(messageTo(agent.url))).answer;
};

it.each([
  ['gzip', gzipSync(body)],
  ['X-GZIP', gzipSync(body)],
  ['deflate', deflateSync(body)],
  ['deflate', deflateRawSync(body)],
  ['br', brotliCompressSync(body)],
  ['identity', body],
  ['gzip, br', brotliCompressSync(gzipSync(body))],
])('undoes the coding %s', async (encoding, bytes) => {
  const answer = await answerTo({ encoding, bytes });
  expect(answer).toMatchObject({ kind: 'answered', headers: { 'content-encoding': encoding } });
  expect(answer.kind === 'answered' && Buffer.from(answer.body).equals(body)).toBe(true);
});

it.each([
  [100, { kind: 'answered', status: 200 }],
  [101, { kind: 'failed', failure: 'unreadable', message: /more than 100 interim answers/ }],
])('takes what comes after %d interim answers, or nothing', async (count, expected) => {
  const raw = await openRawAgent((socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(count));
    socket.write(balanceAnswer());
  });
  const { answer } = await courier.send(messageTo(raw.url));
  await raw.close();
  const message = 'message' in expected ? expect.stringMatching(expected.message) : undefined;
  expect(answer).toMatchObject(message === undefined ? expected : { ...expected, message });
});

it('takes a whole answer with bytes behind it that are no HTTP', async () => {
  const raw = await openRawAgent((socket) => {
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}{"content":{"balance":1}}');
  });
  const { answer } = await courier.send(messageTo(raw.url));
  await raw.close();
  expect(answer).toMatchObject({ kind: 'answered', status: 200, body: Buffer.from('{}') });
});

it('takes an answer without content that names a coding', async () => {
  const answer = await answerTo({ encoding: 'gzip', bytes: Buffer.alloc(0), status: 204 });
  expect(answer).toMatchObject({ kind: 'answered', status: 204 });
});

it.each([
  ['gzip', body],
  ['gzip', gzipSync(body).subarray(0, 20)],
  ['br', body],
  ['deflate', Buffer.from([0x78, 0x9c, 0xff])],
  ['zstd', body],
  ['__proto__', body],
  ['gzip, gzip, gzip, gzip', body],
])('calls a body unreadable that is not what its coding %s says', async (encoding, bytes) => {
  expect(await answerTo({ encoding, bytes })).toMatchObject({ failure: 'unreadable' });
});

/** The failure or the status, and never the whole body. */
const outcomeOf = (answer: Answer): string | number => (answer.kind === 'failed' ? answer.message : answer.status);

const tooLarge = 'The answer is larger than 256 KiB.';

it('takes an answer of 256 KiB, and no larger one', async () => {
  const largest = Buffer.alloc(most, ' ');
  const answer = await answerTo({ bytes: largest });
  expect(answer.kind === 'answered' && answer.body.length).toBe(most);
  const larger = Buffer.alloc(most + 1, ' ');
  expect(outcomeOf(await answerTo({ bytes: larger }))).toBe(tooLarge);
  for (const encoding of ['gzip', 'br', 'deflate'] as const) {
    const code = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }[encoding];
    expect(outcomeOf(await answerTo({ encoding, bytes: code(larger) }))).toBe(tooLarge);
    expect(outcomeOf(await answerTo({ encoding, bytes: code(largest) }))).toBe(200);
  }
});

it('does not unpack a bomb that is coded several times over', async () => {
  const bomb = gzipSync(gzipSync(Buffer.alloc(256 * most)));
  expect(bomb.length).toBeLessThan(10_000);
  expect(outcomeOf(await answerTo({ encoding: 'gzip, gzip', bytes: bomb }))).toBe(tooLarge);
});

it('calls headers too large that fill more than Node takes', async () => {
  await agent.close();
  agent = await openAgent((_request, response) => {
    response.writeHead(200, { 'X-Large': 'x'.repeat(20_000) }).end('{}');
  });
  const { answer } = await courier.send(messageTo(agent.url));
  expect(answer).toMatchObject({ failure: 'too-large' });
});

/** The bytes of a callback as the agent's socket sees them. */
const sentAs = async (wireForm?: WireForm) => {
  let text = '';
  const agent = await openRawAgent((socket, chunk) => {
    text += chunk.toString();
    if (!/"}(\r\n0)?(\r\n\r\n)?$/.test(text)) return;
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
  });
  const courier = openCourier();
  const headers = { 'content-type': 'application/json', 'x-signature': 'abc' };
  const exchange = await courier.send(
    messageTo(agent.url, { headers, ...(wireForm === undefined ? {} : { wireForm }) }),
  );
  courier.close();
  await agent.close();
  return { text, exchange };
};

/** What arrives at the agent's socket of a body in pieces: the first one with all that stands before it. */
const piecesOf = async (body: Buffer) => {
  const pieces: Buffer[] = [];
  const agent = await openRawAgent((socket, chunk) => {
    const isHead = pieces.length === 0 || !pieces[0]?.includes('\r\n\r\n') || pieces[0].toString().endsWith('\r\n\r\n');
    if (isHead) pieces[0] = Buffer.concat([pieces[0] ?? Buffer.alloc(0), chunk]);
    else pieces.push(chunk);
    if (chunk.toString('latin1').endsWith('}')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
  });
  const courier = openCourier();
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  const exchange = await courier.send(messageTo(agent.url, { headers, body, wireForm: { body: 'split' } }));
  courier.close();
  await agent.close();
  return { pieces, exchange };
};

describe('a message', () => {
  it('names its headers as the specification writes them, and is recorded in lower case', async () => {
    const { text, exchange } = await sentAs();

    expect(text).toMatch(/\r\nX-Signature: abc\r\n/);
    expect(text).toMatch(/\r\nContent-Type: application\/json\r\n/);
    expect(exchange.request.headers).toMatchObject({ 'x-signature': 'abc' });
  });
});

describe('a message with a form of its own', () => {
  it('goes out in chunks, without its length', async () => {
    const { text } = await sentAs({ body: 'chunked' });

    expect(text).toMatch(/Transfer-Encoding: chunked/);
    expect(text).not.toMatch(/content-length/i);
    expect(text).toMatch(/\r\n15\r\n\{"type":"getBalance"\}\r\n/);
  });

  it('goes out in three pieces that are cut inside a character, with its whole length', async () => {
    const body = Buffer.from('{"player_username":"Ωμέγα","type":"getBalance"}');
    const { pieces, exchange } = await piecesOf(body);

    const [first = Buffer.alloc(0), ...others] = pieces;
    expect(others).toHaveLength(2);
    expect(first.toString('latin1')).toMatch(new RegExp(`\\r\\nContent-Length: ${body.length}\\r\\n`));
    const begun = first.subarray(first.indexOf('\r\n\r\n') + 4);
    expect(Buffer.concat([begun, ...others])).toEqual(body);
    // The first byte of the two that are Ω.
    expect(begun.toString('latin1')).toBe('{"player_username":"\u00ce');
    expect(exchange.answer).toMatchObject({ kind: 'answered', status: 200 });
  });

  it('goes out in thirds where it is plain ASCII', async () => {
    const { pieces } = await piecesOf(Buffer.from('{"type":"getBalance"}'));
    expect(pieces.map((each) => each.toString().split('\r\n').at(-1))).toEqual(['{"type"', ':"getBa', 'lance"}']);
  });

  it('names its headers in lower case', async () => {
    expect((await sentAs({ headerNames: 'lower' })).text).toMatch(/\r\nx-signature: abc\r\n/);
  });

  it('names its headers in upper case, and is recorded in lower case', async () => {
    const { text, exchange } = await sentAs({ headerNames: 'upper' });

    expect(text).toMatch(/\r\nX-SIGNATURE: abc\r\n/);
    expect(exchange.request.headers).toMatchObject({ 'x-signature': 'abc' });
  });
});
