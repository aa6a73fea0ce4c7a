import { createHmac } from 'node:crypto';
import { agent } from './agent.js';

const sign = (body) => {
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

/** The bytes of a signed request of an operation, about a player of that number; fresh for 300 s. */
export const createRequest = (operation, number) => {
  const timestamp = Math.floor(Date.now() / 1000);
  const body = { agent_id: agent.id, timestamp, ...bodies[operation](number) };
  return postOf(`/api/games/${operation}`, JSON.stringify(body), [`X-Signature: ${sign(body)}`]);
};

/** `count` different ones. */
export const createRequests = (operation, count) =>
  Array.from({ length: count }, (_, number) => createRequest(operation, number));

export const postOf = (path, text, headers = []) => {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    ...headers,
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
};

export const getOf = (path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
