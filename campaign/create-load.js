import { connect } from 'node:net';
import { agentToken } from './open-platform.js';
import { bodyText, number, signTree } from './requests/write-json.js';

const bodies = {
  list: () => [],
  get_game_link: (count) => [
    ['game_id', number(101)],
    ['player_id', `player-${count % 1000}`],
    ['player_username', 'Player One'],
    ['language', 'en'],
    ['currency', 'USD'],
    ['home_url', 'https://casino.example/lobby'],
    ['agent_session_id', `agent-session-${count}`],
    ['ip', '203.0.113.7'],
  ],
};

const signed = (operation, count) => {
  const timestamp = Math.floor(Date.now() / 1000);
  const members = [['agent_id', number(1001)], ['timestamp', number(timestamp)], ...bodies[operation](count)];
  const tree = { members };
  const body = bodyText(tree, 'minimal');
  const head = [
    `POST /api/games/${operation} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `X-Signature: ${signTree(tree, { dialect: 'minimal', trimming: 'common', token: agentToken })}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
};

/** So many different requests are sent again and again; a signature is fresh for 300 s. */
const different = 64;
const freshMs = 120_000;

/** Signed requests of an operation, by turns. */
export const createRequests = (operation) => {
  let made = { at: Number.NEGATIVE_INFINITY, requests: [] };
  let count = 0;
  return () => {
    if (performance.now() - made.at > freshMs) {
      const requests = Array.from({ length: different }, (_, place) => signed(operation, place));
      made = { at: performance.now(), requests };
    }
    count += 1;
    return made.requests[count % different];
  };
};

const headEnd = '\r\n\r\n';
const requestId = /"request_id":"([^"]+)"/;

/** The length of the whole answer at the start of the bytes; undefined while its head is not whole. */
const answerLength = (bytes) => {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(bytes.latin1Slice(0, end))?.[1];
  return end + headEnd.length + Number(length ?? 0);
};

/**
 * One kept connection that asks again as soon as it is answered, until `signal`, or until it is
 * closed. `onAnswer(status, requestId)` hears each whole answer. Resolves when it is over.
 */
const drive = ({ port, nextRequest, onAnswer, signal, pauseMs = 0 }) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let came = Buffer.alloc(0);
    const ask = () => {
      if (signal.aborted) socket.end();
      else socket.write(nextRequest());
    };
    const take = () => {
      const status = Number(came.latin1Slice(9, 12));
      onAnswer(status, requestId.exec(came.latin1Slice())?.[1]);
      came = Buffer.alloc(0);
      if (pauseMs === 0) ask();
      else setTimeout(ask, pauseMs);
    };
    const leave = () => socket.end();
    signal.addEventListener('abort', leave, { once: true });
    socket.on('connect', ask);
    socket.on('data', (chunk) => {
      came = came.length === 0 ? chunk : Buffer.concat([came, chunk]);
      if (came.length >= (answerLength(came) ?? Number.POSITIVE_INFINITY)) take();
    });
    // Whoever is asked may be killed at any moment.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      signal.removeEventListener('abort', leave);
      resolve();
    });
  });

/** `clients` connections that ask as quickly as they can, or with pauses; `ended` when all are over. */
export const createLoad = ({ clients, operation, ...given }) => {
  const stop = new AbortController();
  const nextRequest = createRequests(operation);
  const signal = stop.signal;
  const all = Array.from({ length: clients }, () => drive({ ...given, nextRequest, signal }));
  return { ended: Promise.all(all), stop: () => stop.abort() };
};
