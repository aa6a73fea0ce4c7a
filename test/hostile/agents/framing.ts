import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { HostileAgent, Verdict } from '../hostile-agent.ts';
import { openConnecting, openSpeaking } from '../open-hostile-agent.ts';
import { answerBytes, plainHeaders } from '../write-answer.ts';

type Speaking = (socket: Socket, body: string) => void;

const speaking = (speak: Speaking) => () =>
  openSpeaking(
    () =>
      ({ socket, right: { body } }) =>
        speak(socket, body),
  );

/** Never taken for a conformant agent. */
const broken: readonly Verdict[] = ['inconclusive', 'nonconformant'];

/** An answer that breaks HTTP, by its headers; the body is right. */
const withHeaders = (name: string, headers: (body: string) => readonly string[], named: RegExp): HostileAgent => ({
  name,
  does: `answers with ${name}`,
  verdicts: broken,
  named,
  open: speaking((socket, body) => {
    socket.write(answerBytes({ headers: headers(body), body }));
  }),
});

const isJson = 'Content-Type: application/json';
const unreadable = /not HTTP|broke off|not JSON|cannot be read/;

const lengths: readonly HostileAgent[] = [
  withHeaders('a length that is too short', () => [isJson, 'Content-Length: 5'], /no JSON/),
  withHeaders(
    'a length that is too long',
    (body) => [isJson, `Content-Length: ${body.length + 9}`],
    /No complete answer/,
  ),
  withHeaders('a negative length', () => [isJson, 'Content-Length: -5'], unreadable),
  withHeaders('a length beyond all numbers', () => [isJson, `Content-Length: ${'9'.repeat(40)}`], unreadable),
  withHeaders(
    'two lengths that differ',
    (body) => [isJson, `Content-Length: ${body.length}`, 'Content-Length: 5'],
    unreadable,
  ),
  withHeaders('both a length and chunks', (body) => [...plainHeaders(body), 'Transfer-Encoding: chunked'], unreadable),
  withHeaders('chunks that are none', () => ['Transfer-Encoding: chunked'], unreadable),
  withHeaders('a header without a colon', (body) => [...plainHeaders(body), 'none'], unreadable),
  {
    name: 'a chunk longer than all memory',
    does: 'says that a chunk has 2^60 bytes, and sends a few',
    verdicts: broken,
    named: /No complete answer|broke off|not HTTP/,
    open: speaking((socket, body) => {
      socket.write(answerBytes({ headers: ['Transfer-Encoding: chunked'] }));
      socket.write(`1000000000000000\r\n${body}`);
    }),
  },
];

const codings: readonly HostileAgent[] = [
  withHeaders(
    'a coding that is not what it says',
    (body) => [...plainHeaders(body), 'Content-Encoding: gzip'],
    /says that it is gzip/,
  ),
  withHeaders(
    'a hundred codings',
    (body) => [...plainHeaders(body), `Content-Encoding: ${'gzip, '.repeat(99)}gzip`],
    /coded 100 times over/,
  ),
  {
    name: 'a bomb of gzip',
    does: 'answers a few KiB that become 8 MiB',
    verdicts: broken,
    named: /larger than/,
    open: speaking((socket) => {
      const body = gzipSync(Buffer.alloc(8 * 1024 * 1024, '{'));
      socket.write(answerBytes({ body, more: ['Content-Encoding: gzip'] }));
    }),
  },
  {
    name: 'a bomb within a bomb',
    does: 'answers a few bytes in gzip, in which there are a few in brotli, which become 8 MiB',
    verdicts: broken,
    named: /larger than/,
    open: speaking((socket) => {
      const inner = brotliCompressSync(Buffer.alloc(8 * 1024 * 1024));
      const more = ['Content-Encoding: br, gzip'];
      socket.write(answerBytes({ body: gzipSync(inner), more }));
    }),
  },
];

const firstLine = (name: string, line: string, named: RegExp): HostileAgent => ({
  name,
  does: `begins its answers with ${JSON.stringify(line)}`,
  verdicts: broken,
  named,
  open: speaking((socket, body) => {
    socket.write(answerBytes({ line, body }));
  }),
});

const firstLines: readonly HostileAgent[] = [
  firstLine('a status of two digits', 'HTTP/1.1 99 OK', /not HTTP|HTTP 99/),
  firstLine('a status above all others', 'HTTP/1.1 999 OK', /HTTP 999/),
  firstLine('a status of letters', 'HTTP/1.1 abc OK', /not HTTP/),
  firstLine('a version that does not exist', 'HTTP/9.9 200 OK', /not HTTP/),
  firstLine('another protocol', 'ICY 200 OK', /not HTTP/),
  firstLine('a switch of protocols', 'HTTP/1.1 101 Switching Protocols', /./),
  firstLine('304 Not Modified', 'HTTP/1.1 304 Not Modified', /HTTP 304/),
  firstLine('204 with a body', 'HTTP/1.1 204 No Content', /HTTP 204/),
  firstLine('100 Continue alone', 'HTTP/1.1 100 Continue', /not HTTP|No complete answer/),
  {
    name: 'HTTP/0.9',
    does: 'answers a body without any headers, and closes',
    verdicts: broken,
    named: /not HTTP/,
    open: speaking((socket, body) => socket.end(body)),
  },
  {
    name: 'binary garbage',
    does: 'answers bytes of no protocol',
    verdicts: broken,
    named: /not HTTP/,
    open: speaking((socket) => {
      socket.write(Buffer.from(Array.from({ length: 512 }, (_, index) => (index * 167) % 256)));
    }),
  },
];

const redirect = (name: string, to: (body: string) => string, status = 302): HostileAgent => ({
  name: `a redirect ${name}`,
  does: `answers ${status} with a Location: ${name}`,
  verdicts: broken,
  named: new RegExp(`HTTP ${status}`),
  open: speaking((socket, body) => {
    const line = `HTTP/1.1 ${status} Found`;
    socket.write(answerBytes({ line, body: '', more: [`Location: ${to(body)}`] }));
  }),
});

const redirects: readonly HostileAgent[] = [
  redirect('to itself', () => '/callback'),
  redirect('to a file', () => 'file:///etc/passwd', 307),
  redirect('to the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/', 308),
  redirect('to a script', () => 'javascript:alert(1)//\t::error::x', 303),
];

const doubled: readonly HostileAgent[] = [
  {
    name: 'two answers to one callback',
    does: 'sends a second answer, of another balance, behind each',
    verdicts: ['conformant', ...broken],
    open: speaking((socket, body) => {
      const second = answerBytes({ body: '{"content":{"balance":666}}' });
      socket.write(Buffer.concat([answerBytes({ body }), second]));
    }),
  },
];

const tls: readonly HostileAgent[] = [
  {
    name: 'no TLS behind https',
    does: 'answers a greeting of TLS with HTTP',
    verdicts: ['inconclusive'],
    named: /does not speak the TLS/,
    open: () =>
      openConnecting((socket) => {
        socket.once('data', () => socket.end(answerBytes({ body: '{}' })));
      }, 'https'),
  },
  {
    name: 'garbage behind https',
    does: 'answers a greeting of TLS with a record of garbage',
    verdicts: ['inconclusive'],
    named: /TLS|secure connection/,
    open: () =>
      openConnecting((socket) => {
        const record = Buffer.concat([Buffer.of(22, 3, 3, 64, 0), Buffer.alloc(16_384, 0x1b)]);
        socket.once('data', () => socket.write(record));
      }, 'https'),
  },
  {
    name: 'a greeting of TLS that is never answered',
    does: 'takes a greeting of TLS and says nothing',
    verdicts: ['inconclusive'],
    named: /No complete answer/,
    open: () => openConnecting((socket) => void socket.resume(), 'https'),
  },
  {
    name: 'TLS behind http',
    does: 'answers HTTP with an alert of TLS',
    verdicts: ['inconclusive'],
    named: /not HTTP/,
    open: () =>
      openConnecting((socket) => {
        socket.once('data', () => socket.end(Buffer.of(21, 3, 3, 0, 2, 2, 70)));
      }),
  },
];

/** Agents that break HTTP, or TLS. */
export const agentsOfFraming: readonly HostileAgent[] = [
  ...lengths,
  ...codings,
  ...firstLines,
  ...redirects,
  ...doubled,
  ...tls,
];
