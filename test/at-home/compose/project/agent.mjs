// An agent in a container: callbacks at /callback, and /launch asks the platform for a game by its name in the network.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { PORT = '8080', API_TOKEN = '', PLATFORM_URL = '' } = process.env;
const players = new Map(['alice', 'bob'].map((id) => [id, 100_000]));
const moved = new Map();
const rolledBack = new Set();

const signatureOf = (body) => {
  const sorted = Object.fromEntries(Object.entries(body).sort(([one], [two]) => (one < two ? -1 : 1)));
  return createHmac('sha256', API_TOKEN).update(JSON.stringify(sorted)).digest('hex');
};

class Refusal extends Error {
  constructor(status, code) {
    super(code);
    this.status = status;
  }
}

const cents = (amount) => {
  if (typeof amount !== 'number' || amount < 0 || Math.round(amount * 100) / 100 !== amount) {
    throw new Refusal(422, 'invalid_request');
  }
  return Math.round(amount * 100);
};

const makeBet = ({ player_id: player, transaction_id: id, bet, win }) => {
  if (moved.has(id) || rolledBack.has(id)) return;
  const change = cents(win) - cents(bet);
  if (bet > 0 && players.get(player) < cents(bet)) throw new Refusal(402, 'insufficient_balance');
  moved.set(id, { player, change });
  players.set(player, players.get(player) + change);
};

const rollBack = ({ player_id: player, transaction_id: id }) => {
  const { player: owner, change } = moved.get(id) ?? { player, change: 0 };
  if (rolledBack.has(id) || owner !== player) return;
  rolledBack.add(id);
  players.set(player, players.get(player) - change);
};

const settle = (body) => {
  const { type, transaction_id: id } = body;
  if (type === 'getBalance') return;
  if (typeof id !== 'string' || id === '') throw new Refusal(422, 'invalid_request');
  if (type === 'makeBet') makeBet(body);
  else rollBack(body);
};

const answerCallback = (text, signature = '') => {
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'invalid_request');
  }
  const expected = Buffer.from(signatureOf(Object(body)));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Refusal(403, 'invalid_signature');
  if (!['getBalance', 'makeBet', 'rollback'].includes(body.type)) throw new Refusal(400, 'invalid_request');
  if (!players.has(body.player_id)) throw new Refusal(404, 'player_not_found');
  if (body.currency !== 'USD') throw new Refusal(422, 'invalid_currency');
  settle(body);
  return { content: { balance: players.get(body.player_id) / 100 } };
};

const launch = async () => {
  const body = {
    agent_id: 1001,
    timestamp: Math.floor(Date.now() / 1000),
    game_id: 101,
    player_id: 'alice',
    player_username: 'Alice',
    language: 'en',
    currency: 'USD',
    home_url: 'https://casino.example/',
    agent_session_id: 'session-1',
    ip: '203.0.113.7',
  };
  const headers = { 'content-type': 'application/json', 'x-signature': signatureOf(body) };
  const asked = await fetch(`${PLATFORM_URL}/api/games/get_game_link`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return await asked.json();
};

const textOf = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const answer = async (request) => {
  if (request.url === '/health') return {};
  if (request.url === '/launch') return await launch();
  return answerCallback(await textOf(request), request.headers['x-signature']);
};

createServer(async (request, response) => {
  const [status, body] = await answer(request).then(
    (told) => [200, told],
    ({ status = 500, message }) => [status, { error: message, message }],
  );
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}).listen(Number(PORT), '0.0.0.0');
