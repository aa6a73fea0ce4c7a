import type { Socket } from 'node:net';
import type { HostileAgent } from '../hostile-agent.ts';
import { openConnecting, openSpeaking } from '../open-hostile-agent.ts';
import { answerBytes, plainHeaders, sayRight, statusLine } from '../write-answer.ts';

/** So much is given away at once; the next when the other side has taken it. */
const block = Buffer.alloc(65_536, 'x');

/** Writes blocks for as long as somebody takes them, `most` at most. */
const pour = (socket: Socket, bytes: Uint8Array = block, most = Number.POSITIVE_INFINITY): void => {
  let left = most;
  const go = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= 1;
      if (!socket.write(bytes)) return;
    }
  };
  socket.on('drain', go);
  go();
};

/** Writes a text byte by byte, and begins again at its end. */
const drip = (socket: Socket, text: string): void => {
  let at = 0;
  const timer = setInterval(() => {
    socket.write(text.charAt(at % text.length));
    at += 1;
  }, 5);
  socket.once('close', () => clearInterval(timer));
};

const speaking = (speak: (socket: Socket, body: string) => void) => () =>
  openSpeaking(
    () =>
      ({ socket, right: { body } }) =>
        speak(socket, body),
  );

const connecting = (take: (socket: Socket) => void) => () => openConnecting(take);

/** Drops what comes, as soon as it comes. */
const deaf = (socket: Socket): void => {
  socket.resume();
};

const tooMuch: readonly HostileAgent[] = [
  {
    name: 'a body of 100 MiB',
    does: 'answers 100 MiB, and says so before',
    verdicts: ['inconclusive', 'nonconformant'],
    named: /larger than/,
    open: speaking((socket) => {
      const headers = ['Content-Type: application/json', `Content-Length: ${100 * 1024 * 1024}`];
      socket.write(answerBytes({ headers }));
      pour(socket, block, 1600);
    }),
  },
  {
    name: 'an endless body',
    does: 'never comes to the end of a chunked body',
    verdicts: ['inconclusive', 'nonconformant'],
    named: /larger than/,
    open: speaking((socket) => {
      socket.write(answerBytes({ headers: ['Transfer-Encoding: chunked'] }));
      pour(socket, Buffer.concat([Buffer.from('10000\r\n'), block, Buffer.from('\r\n')]));
    }),
  },
  {
    name: 'an endless header',
    does: 'never comes to the end of the value of a header',
    verdicts: ['inconclusive', 'nonconformant'],
    named: /headers of the answer are larger/,
    open: speaking((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-A: ');
      pour(socket);
    }),
  },
  {
    name: 'an endless status message',
    does: 'never comes to the end of its first line',
    verdicts: ['inconclusive', 'nonconformant'],
    named: /headers of the answer are larger|No complete answer/,
    open: speaking((socket) => {
      socket.write('HTTP/1.1 200 ');
      pour(socket);
    }),
  },
  {
    name: 'endless interim answers',
    does: 'answers 103 Early Hints for ever',
    verdicts: ['inconclusive', 'nonconformant'],
    named: /interim answers/,
    open: speaking((socket) => {
      pour(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(100)));
    }),
  },
  {
    name: 'endless chunk extensions',
    does: 'never comes to the end of the line that says how long a chunk is',
    verdicts: ['inconclusive', 'nonconformant'],
    named: /not HTTP|No complete answer|broke off/,
    open: speaking((socket) => {
      socket.write(answerBytes({ headers: ['Transfer-Encoding: chunked'] }));
      socket.write('5;a=');
      pour(socket);
    }),
  },
  {
    name: 'endless trailers',
    does: 'never comes to the end of what follows its body',
    verdicts: ['inconclusive', 'nonconformant'],
    named: /headers of the answer are larger|broke off|No complete answer/,
    open: speaking((socket, body) => {
      socket.write(answerBytes({ headers: ['Transfer-Encoding: chunked'] }));
      socket.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n`);
      pour(socket, Buffer.from('X-A: b\r\n'.repeat(1000)));
    }),
  },
];

const tooSlow: readonly HostileAgent[] = [
  {
    name: 'no answer',
    does: 'takes the callback and never answers',
    verdicts: ['inconclusive'],
    named: /No complete answer/,
    open: connecting(deaf),
  },
  {
    name: 'a callback that is never read',
    does: 'accepts the connection and reads nothing',
    verdicts: ['inconclusive'],
    named: /No complete answer/,
    open: connecting((socket) => socket.pause()),
  },
  {
    name: 'a header that drips',
    does: 'sends its headers a byte at a time, without end',
    verdicts: ['inconclusive'],
    named: /No complete answer/,
    open: speaking((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'X-A: b\r\n');
    }),
  },
  {
    name: 'a body that drips',
    does: 'sends its body a byte at a time, without end',
    verdicts: ['inconclusive'],
    named: /No complete answer/,
    open: speaking((socket) => {
      socket.write(answerBytes({ headers: ['Content-Length: 100000'] }));
      drip(socket, ' ');
    }),
  },
];

const tooShort: readonly HostileAgent[] = [
  {
    name: 'a connection that is closed at once',
    does: 'closes every connection as it is made',
    verdicts: ['inconclusive'],
    named: /closed the connection/,
    open: connecting((socket) => socket.destroy()),
  },
  {
    name: 'a connection that is reset at once',
    does: 'resets every connection as it is made',
    verdicts: ['inconclusive'],
    named: /closed the connection/,
    open: connecting((socket) => socket.resetAndDestroy()),
  },
  {
    name: 'a connection that is closed after the callback',
    does: 'takes the callback and closes its half of the connection',
    verdicts: ['inconclusive'],
    named: /closed the connection/,
    open: connecting((socket) => {
      socket.once('data', () => socket.end());
    }),
  },
  {
    name: 'a reset in the middle of the headers',
    does: 'resets the connection before its headers end',
    verdicts: ['inconclusive'],
    named: /closed the connection|not HTTP/,
    open: speaking((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-', () => socket.resetAndDestroy());
    }),
  },
  {
    name: 'a reset in the middle of the body',
    does: 'resets the connection in the middle of its body',
    verdicts: ['inconclusive'],
    named: /broke off|closed the connection/,
    open: speaking((socket, body) => {
      const headers = plainHeaders(body);
      socket.write(answerBytes({ headers, body: body.slice(0, 5) }), () => socket.resetAndDestroy());
    }),
  },
  {
    name: 'an answer before the callback is read',
    does: 'answers a balance as soon as the connection is made, whatever will be asked',
    verdicts: ['nonconformant', 'inconclusive'],
    open: connecting((socket) => {
      socket.end(answerBytes({ body: '{"content":{"balance":5}}', more: ['Connection: close'] }));
      deaf(socket);
    }),
  },
  {
    name: 'a connection that closes in the middle of a batch',
    does: 'answers three callbacks of a connection rightly and leaves the fourth without an answer',
    verdicts: ['conformant', 'inconclusive', 'nonconformant'],
    open: () =>
      openSpeaking(() => {
        const counts = new WeakMap<Socket, number>();
        return (call) => {
          const count = (counts.get(call.socket) ?? 0) + 1;
          counts.set(call.socket, count);
          if (count > 3) call.socket.destroy();
          else sayRight(call, { line: statusLine(call.right.status) });
        };
      }),
  },
];

/** Agents that give too much, too late, or too little. */
export const agentsWithoutEnd: readonly HostileAgent[] = [...tooMuch, ...tooSlow, ...tooShort];
