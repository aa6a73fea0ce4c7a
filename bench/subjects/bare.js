// Bare node:http with the same signed work and no journal: what there is to lose.
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { agent, sign } from '../load.js';

const builtInGames = JSON.parse(readFileSync(new URL('../../fixtures/games.json', import.meta.url), 'utf8'));

const sessions = new Map();
const mostSessions = 100_000;

const requiredStrings = ['player_id', 'player_username', 'language', 'currency', 'home_url', 'agent_session_id', 'ip'];

const trimmed = (body) =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]),
  );

const isSigned = (body, signature) => {
  const expected = sign(body);
  return signature?.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
};

const createLink = (body) => {
  const token = randomUUID();
  if (sessions.size >= mostSessions) sessions.clear();
  sessions.set(token, { ...body, createdAt: Date.now() });
  return { url: `http://127.0.0.1/play/${token}` };
};

const failure = (status, error) => ({ status, body: { status: 'error', error } });

const isComplete = (path, { game_id: gameId, ...body }) =>
  path.endsWith('/list') ||
  (Number.isInteger(gameId) && requiredStrings.every((field) => typeof body[field] === 'string'));

/** What anybody writes to answer `list` and `get_game_link`: check, then an envelope of section 2. */
const answerSigned = (path, sent, signature) => {
  const body = trimmed(sent);
  if (body.agent_id !== agent.id) return failure(404, 'agent_not_found');
  if (!isSigned(body, signature)) return failure(403, 'invalid_signature');
  if (Math.abs(Date.now() / 1000 - body.timestamp) > 300) return failure(400, 'request_expired');
  if (!isComplete(path, body)) return failure(422, 'validation_error');
  const content = path.endsWith('/list') ? { games: builtInGames, total: builtInGames.length } : createLink(body);
  return {
    status: 200,
    body: {
      status: 'success',
      timestamp: new Date().toISOString(),
      request_id: randomUUID(),
      content,
    },
  };
};

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const answer = answerSigned(request.url, body, request.headers['x-signature']);
    const text = JSON.stringify(answer.body);
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
});

server.listen(0, '127.0.0.1', () => {
  console.log(`ready on http://127.0.0.1:${server.address().port}`);
});
