import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { HostileAgent } from '../hostile-agent.ts';
import { type Call, openSpeaking } from '../open-hostile-agent.ts';
import { answerBytes, sayRight, statusLine } from '../write-answer.ts';

const right = (name: string, does: string, say: (call: Call) => void): HostileAgent => ({
  name,
  does,
  verdicts: ['conformant'],
  open: () => openSpeaking(() => say),
});

/** Answers rightly, with these header lines besides. */
const withMore = (name: string, more: readonly string[]): HostileAgent =>
  right(name, `answers rightly, with ${name}`, (call) => sayRight(call, { more }));

/** Answers rightly, the body written otherwise. */
const withBody = (name: string, write: (body: string) => string): HostileAgent =>
  right(name, `answers rightly, with ${name}`, (call) => sayRight(call, { body: write(call.right.body) }));

/** The same number with a fraction and an exponent. */
const exponential = (body: string): string =>
  body.replace(
    /"balance":(-?)(\d+)(?:\.(\d+))?/,
    (_, sign, whole, part = '') => `"balance":${sign}${BigInt(`${whole}${part}`)}.0E-${part.length}`,
  );

const endings: readonly HostileAgent[] = [
  right(
    'HTTP/1.0',
    'speaks HTTP/1.0, without a length: its answers end with the connection',
    ({ socket, right: { status, body } }) => {
      const line = `HTTP/1.0 ${status} x`;
      socket.end(answerBytes({ line, headers: ['Content-Type: application/json'], body }));
    },
  ),
  right('HTTP/1.0 that keeps connections', 'speaks HTTP/1.0 with Connection: keep-alive', (call) =>
    sayRight(call, { line: `HTTP/1.0 ${call.right.status} x`, more: ['Connection: keep-alive'] }),
  ),
  right('a close after each answer', 'closes the connection after each answer, unannounced', (call) => {
    sayRight(call);
    call.socket.end();
  }),
  right('an announced close', 'says Connection: close, and closes', (call) => {
    sayRight(call, { more: ['Connection: close'] });
    call.socket.end();
  }),
  right('a reset after each answer', 'resets the connection once its answer is out', (call) => {
    sayRight(call);
    call.socket.once('data', () => undefined);
    setImmediate(() => call.socket.destroy());
  }),
];

const inPieces: readonly HostileAgent[] = [
  right(
    'chunks of single bytes',
    'sends its body in chunks of one byte, with extensions and trailers',
    ({ socket, right: { status, body } }) => {
      const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
      socket.write(answerBytes({ line: statusLine(status), headers }));
      const chunks = [...Buffer.from(body)].map((byte) =>
        Buffer.concat([Buffer.from('1;a=b\r\n'), Buffer.of(byte), Buffer.from('\r\n')]),
      );
      for (const chunk of chunks) socket.write(chunk);
      socket.write('0\r\nX-Trailer: t\r\n\r\n');
    },
  ),
  right('packets of single bytes', 'sends its answer byte by byte, each as soon as the last is out', (call) => {
    const { status, body } = call.right;
    writeSlowly(call.socket, answerBytes({ line: statusLine(status), body }));
  }),
  right('gzip that nobody asked for', 'answers in gzip, though identity was asked', (call) => {
    const body = gzipSync(call.right.body);
    sayRight(call, { body, more: ['Content-Encoding: gzip'] });
  }),
  right('interim answers', 'sends 102 and 103 before each answer', (call) => {
    call.socket.write('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n');
    sayRight(call);
  }),
];

const writeSlowly = (socket: Socket, bytes: Buffer, at = 0): void => {
  if (at === bytes.length || socket.destroyed) return;
  socket.write(bytes.subarray(at, at + 1), () => setImmediate(writeSlowly, socket, bytes, at + 1));
};

const headers: readonly HostileAgent[] = [
  right('header names in odd case', 'writes header names in odd case, and spaces around values', (call) =>
    sayRight(call, {
      headers: [
        'cOnTeNt-TyPe:application/json;CHARSET="UTF-8"',
        `CONTENT-LENGTH:   ${Buffer.byteLength(call.right.body)}  `,
      ],
    }),
  ),
  right('no reason phrase', 'leaves the status message out', (call) =>
    sayRight(call, { line: `HTTP/1.1 ${call.right.status}` }),
  ),
  withMore(
    'a flood of cookies',
    Array.from({ length: 100 }, (_, index) => `Set-Cookie: c${index}=${'v'.repeat(50)}`),
  ),
  withMore(
    'a hundred headers',
    Array.from({ length: 100 }, (_, index) => `X-${index}: ${index}`),
  ),
  withMore('a Date of long ago', ['Date: Thu, 01 Jan 1970 00:00:00 GMT', 'Age: 99999999999', 'Expires: -1']),
  withMore('headers named like what every object has', [
    '__proto__: a',
    'constructor: b',
    'toString: c',
    'hasOwnProperty: d',
  ]),
  withMore('an upgrade that it offers', ['Upgrade: h2c', 'Alt-Svc: h3=":443"']),
];

const bodies: readonly HostileAgent[] = [
  withBody('pretty-printed JSON', (body) => `\r\n\t ${JSON.stringify(JSON.parse(body), null, 4)}\n\n`),
  withBody('unknown fields', (body) => `{"__proto__":{"a":1},"status":"ok","errors":[],"b":[[{}]],${body.slice(1)}`),
  withBody('balances with exponents', exponential),
  withBody('error: null', (body) => body.replace('{"content"', '{"error":null,"content"')),
];

/** Agents that are right, however odd: no failure, no warning. */
export const rightAgents: readonly HostileAgent[] = [...endings, ...inPieces, ...headers, ...bodies];
