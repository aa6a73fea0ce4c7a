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

/** `count` different signed requests of an operation, as the bytes to send; fresh for 300 s. */
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
