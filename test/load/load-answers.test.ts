import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { balanceAnswer, openAgent, openRawAgent } from '../wire/open-agent.ts';
import { answerOf, byCourier, closeAll, comparable, open, outcomeOf, senderTo } from './open-sender.ts';

afterEach(closeAll);

/** Hostile and merely unusual agents, by what they write to a request. */
const hostile: Readonly<Record<string, (socket: Socket) => void>> = {
  'an ordinary answer': (socket) => socket.write(balanceAnswer()),
  'repeated headers, in any case': (socket) =>
    socket.write(balanceAnswer('X-A: 1\r\nx-a: 2\r\nSet-Cookie: a\r\nSET-COOKIE: b\r\n')),
  'a header in Latin-1': (socket) => socket.write(Buffer.from(balanceAnswer('X-Name: caf\xe9\r\n'), 'latin1')),
  'an error': (socket) => socket.write('HTTP/1.1 403 Forbidden\r\nContent-Length: 13\r\n\r\n{"error":"x"}'),
  'no length, ended by the end': (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{"a":1}'),
  chunks: (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n'),
  'chunks with trailers': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-End: 1\r\n\r\n'),
  'HTTP/1.0': (socket) => socket.end('HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}'),
  'HTTP/1.0 without a length': (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\n{}'),
  'interim 102 and 103': (socket) =>
    socket.write(`HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${balanceAnswer()}`),
  'a 204': (socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
  'a redirect': (socket) => socket.write('HTTP/1.1 307 X\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n'),
  'a body that is gzip': (socket) => {
    const body = gzipSync('{"a":1}');
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.write(body);
  },
  'a body that says it is gzip': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}'),
  'a coding that nobody knows': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: zip\r\nContent-Length: 2\r\n\r\n{}'),
  'a body that is cut off': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"content"'),
  'a body that is cut off, and the connection closes': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 50\r\n\r\n{"content"'),
  'chunks that are cut off': (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a'),
  'chunks of no length': (socket) => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n'),
  'headers alone': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n'),
  'half of the headers': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
  'the end': (socket) => socket.end(),
  'a reset': (socket) => socket.resetAndDestroy(),
  'a body, then a reset': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"content"', () => socket.resetAndDestroy());
  },
  'no HTTP': (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'),
  'a page without headers': (socket) => socket.end('<html>hello</html>'),
  'a length that is none': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\n{}'),
  'headers that are too large': (socket) => socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
  'an answer that is too large': (socket) =>
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 262145\r\n\r\n${'x'.repeat(262_145)}`),
  'an answer as large as may be': (socket) =>
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 262144\r\n\r\n${'x'.repeat(262_144)}`),
  'an answer and more': (socket) => socket.write(`${balanceAnswer()}HTTP/1.1 200 OK\r\n\r\nmore`),
  'an answer byte by byte': (socket) => {
    for (const byte of Buffer.from(balanceAnswer('X-A: 1\r\n'))) socket.write(Buffer.of(byte));
  },
};

describe('an agent that answers', () => {
  it.each(Object.keys(hostile))('%s is taken as the courier takes it', async (name) => {
    const agent = await open(openRawAgent((socket) => hostile[name]?.(socket)));
    const taken = await answerOf(senderTo(agent.url));
    expect(comparable(taken)).toEqual(comparable(await byCourier(agent.url)));
  });

  // undici takes these for errors: such calls are sent again, and nobody is accused.
  it.each([
    ['an interim 100 that nobody asked for', `HTTP/1.1 100 Continue\r\n\r\n${balanceAnswer()}`, 'closed'],
    ['interim answers without end', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(200), 'unreadable'],
    ['a 304 with a length', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n', 'unreadable'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 'unreadable'],
  ])('%s is no answer', async (_, bytes, outcome) => {
    const agent = await open(openRawAgent((socket) => socket.write(bytes)));
    expect(outcomeOf(await answerOf(senderTo(agent.url)))).toBe(outcome);
  });

  it('speaks another protocol: nobody asked for one', async () => {
    const head = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';
    const agent = await open(openRawAgent((socket) => socket.write(head)));
    expect(outcomeOf(await answerOf(senderTo(agent.url)))).toBe('closed');
  });

  it('is there no more: as the courier says it', async () => {
    const agent = await openAgent(() => {});
    await agent.close();
    const taken = await answerOf(senderTo(agent.url));
    expect(taken).toEqual(await byCourier(agent.url));
    expect(outcomeOf(taken)).toBe('refused');
  });
});
