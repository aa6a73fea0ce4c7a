import type { Socket } from 'node:net';
import type { HostileAgent } from '../hostile-agent.ts';
import { type Call, openSpeaking } from '../open-hostile-agent.ts';
import { answerBytes, sayRight } from '../write-answer.ts';

const loginPage = '<!doctype html><title>Log in</title><form action="/login"><input name="password"></form>';

const sayPage = ({ socket }: Call): void => {
  const headers = ['Content-Type: text/html', `Content-Length: ${loginPage.length}`];
  socket.write(answerBytes({ headers, body: loginPage }));
};

const sayStatus = ({ socket }: Call, line: string, more: readonly string[] = []): void => {
  const body = '{"error":"later","message":"come again"}';
  socket.write(answerBytes({ line: `HTTP/1.1 ${line}`, body, more }));
};

const always = (say: (call: Call) => void) => () => openSpeaking(() => say);

/** Answers some of the calls rightly, by their number. */
const rightly = (isRight: (number: number) => boolean, say: (call: Call) => void) =>
  always((call) => (isRight(call.number) ? sayRight(call) : say(call)));

/** So long is waited for a second call, milliseconds. */
const swapMs = 20;

const swapping = () =>
  openSpeaking(() => {
    let waiting: Call | undefined;
    return (call) => {
      const first = waiting;
      if (first === undefined) {
        waiting = call;
        setTimeout(() => {
          if (waiting === call) sayRight(call);
          if (waiting === call) waiting = undefined;
        }, swapMs);
        return;
      }
      waiting = undefined;
      sayRight({ ...first, right: call.right });
      sayRight({ ...call, right: first.right });
    };
  });

const oneAtATime = () =>
  openSpeaking(() => {
    let only: Socket | undefined;
    return (call) => {
      if (only !== undefined && only !== call.socket && !only.destroyed) call.socket.destroy();
      else only = call.socket;
      if (only === call.socket) sayRight(call);
    };
  });

/** Agents that are one thing now and another then. */
export const agentsThatChange: readonly HostileAgent[] = [
  {
    name: 'a login page',
    does: 'answers 200 with the page of a login',
    verdicts: ['inconclusive', 'nonconformant'],
    named: /HTML|not JSON/,
    open: always(sayPage),
  },
  {
    name: 'a login page after a while',
    does: 'answers fifteen callbacks rightly, then with the page of a login',
    verdicts: ['inconclusive', 'nonconformant'],
    open: rightly((number) => number <= 15, sayPage),
  },
  {
    name: 'right nine times of ten',
    does: 'answers every tenth callback with internal_error, after it has done it',
    verdicts: ['nonconformant', 'inconclusive'],
    oneCall: ['conformant', 'nonconformant', 'inconclusive'],
    open: rightly(
      (number) => number % 10 !== 0,
      (call) => sayStatus(call, '500 Error'),
    ),
  },
  {
    name: 'gone after a while',
    does: 'answers fifteen callbacks rightly, then nothing at all',
    verdicts: ['inconclusive', 'nonconformant'],
    open: rightly(
      (number) => number <= 15,
      ({ socket }) => socket.destroy(),
    ),
  },
  {
    name: 'answers that change places',
    does: 'answers two calls that are under way at once each with what is due to the other',
    verdicts: ['nonconformant', 'inconclusive', 'conformant'],
    oneCall: ['conformant'],
    open: swapping,
  },
  {
    name: 'one connection at a time',
    does: 'closes every connection that is made while there is another',
    // It may see a new one before it sees that the last one was closed.
    verdicts: ['nonconformant', 'inconclusive', 'conformant'],
    open: oneAtATime,
  },
  {
    name: '503 with a Retry-After that is none',
    does: 'answers 503 twice, with garbage in Retry-After, then rightly for ever',
    verdicts: ['conformant'],
    oneCall: ['conformant', 'inconclusive'],
    open: rightly(
      (number) => number > 2,
      (call) => sayStatus(call, '503 Later', ['Retry-After: soon, or -1e9']),
    ),
  },
  {
    name: '429 with a Retry-After of a year',
    does: 'answers 429 for ever, and asks to come again in a year',
    verdicts: ['inconclusive', 'nonconformant'],
    named: /429/,
    open: always((call) => sayStatus(call, '429 Later', ['Retry-After: 31536000'])),
  },
];
