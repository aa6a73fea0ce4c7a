// Signed requests of operations, over connections that are kept open.
import { createHmac } from 'node:crypto';
import { connect } from 'node:net';

/** The agent that `walletproof serve` knows without any configuration. */
export const agent = { id: 1001, token: 'test-token' };

export const sign = (body) => {
  const sorted = Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHmac('sha256', agent.token).update(JSON.stringify(sorted)).digest('hex');
};

const bodies = {
  list: () => ({}),
  get_game_link: (number) => ({
    game_id: 101,
    player_id: `player-${number}`,
    player_username: 'Player One',
    language: 'en',
    currency: 'USD',
    home_url: 'https://casino.example/lobby',
    agent_session_id: `agent-session-${number}`,
    ip: '203.0.113.7',
  }),
};

/** The bytes of `count` signed requests of an operation, each about another player; fresh for 300 s. */
export const createRequests = (operation, count) =>
  Array.from({ length: count }, (_, number) => {
    const timestamp = Math.floor(Date.now() / 1000);
    const body = { agent_id: agent.id, timestamp, ...bodies[operation](number) };
    const text = JSON.stringify(body);
    const head = [
      `POST /api/games/${operation} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      `X-Signature: ${sign(body)}`,
      `Content-Length: ${Buffer.byteLength(text)}`,
    ];
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
  });

const success = Buffer.from('HTTP/1.1 200 ');
const lengthHeader = /content-length: (\d+)/i;

/** The bytes of the whole answer at the start of `data`; undefined while its head is incomplete. */
const answerLength = (data) => {
  const end = data.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = Number(lengthHeader.exec(data.latin1Slice(0, end))?.[1]);
  if (!data.subarray(0, success.length).equals(success) || Number.isNaN(length)) {
    throw new Error(`expected 200 with a length, got:\n${data.toString()}`);
  }
  return end + 4 + length;
};

/** A kept-alive connection that carries one request at a time: `onAnswer` writes the next or ends it. */
const openConnection = async ({ port, onReady, onAnswer }) =>
  await new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => onReady(socket));
    let waiting = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      try {
        if (waiting.length < (answerLength(waiting) ?? Number.POSITIVE_INFINITY)) return;
        waiting = Buffer.alloc(0);
        onAnswer(socket);
      } catch (error) {
        socket.destroy(error);
      }
    });
    socket.on('error', reject).on('close', resolve);
  });

/**
 * Asks over so many kept-alive connections, each again as soon as it is answered, and gives the answers
 * a second. Throws at any answer but 200.
 */
export const load = async ({ port, requests, connections, durationMs }) => {
  let [sent, answers] = [0, 0];
  const start = performance.now();
  const send = (socket) => {
    sent += 1;
    socket.write(requests[sent % requests.length]);
  };
  const onAnswer = (socket) => {
    answers += 1;
    if (performance.now() - start > durationMs) socket.end();
    else send(socket);
  };
  await Promise.all(Array.from({ length: connections }, () => openConnection({ port, onReady: send, onAnswer })));
  return (answers * 1000) / (performance.now() - start);
};
