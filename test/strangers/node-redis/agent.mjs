// An agent on Node with nothing but its built-in modules, and Redis for the money.

import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCall } from './call.mjs';
import { parseChoices } from './choices.mjs';
import { connectRedis } from './redis.mjs';
import { Refusal, statusOf } from './refusal.mjs';
import { createSessions } from './sessions.mjs';
import { isSignedBy, numberIn, parseObject } from './signed-json.mjs';
import { createWallet } from './wallet.mjs';

const largestBody = 1 << 20;
const exitUsage = 2;

const config = readConfig();
const { choices } = config;
const redis = await connectRedis(config.redisSocket);
const wallet = await createWallet(redis, choices);
const sessions = createSessions(config);
const queueOf = createQueues();
const allows = createRate(choices.callsPerSecond);

const server = createServer({ noDelay: !choices.has('two-writes'), keepAliveTimeout: 65_000 }, (request, response) => {
  answer(request).then(
    (reply) => send(response, 200, reply),
    (error) => sendError(response, error),
  );
});
server.listen(config.port, '127.0.0.1', () => process.stdout.write('ready\n'));
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

function readConfig() {
  try {
    const { PORT, AGENT_ID = '1001', AGENT_TOKEN, CHOICES = '', PLATFORM_URL = '', REDIS_SOCKET } = process.env;
    if (!PORT || !AGENT_TOKEN || !REDIS_SOCKET) {
      throw new Error('PORT, AGENT_TOKEN and REDIS_SOCKET must be set');
    }
    return {
      port: Number(PORT),
      agentId: AGENT_ID,
      token: AGENT_TOKEN,
      platformUrl: PLATFORM_URL,
      redisSocket: REDIS_SOCKET,
      choices: parseChoices(CHOICES),
    };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(exitUsage);
  }
}

/** The text of the answer's body. */
async function answer(request) {
  const path = request.url.split('?')[0];
  const isLaunch = path === '/launch' && choices.has('sessions');
  if (path !== '/callback' && !isLaunch) throw new Refusal('not_found', 'the callbacks go to /callback');
  if (request.method !== 'POST') {
    throw new Refusal('method_not_allowed', 'only POST is answered here', { Allow: 'POST' });
  }
  if (isLaunch) return JSON.stringify({ url: await sessions.launch(parseObject(await read(request))) });
  if (!allows()) {
    throw new Refusal('too_many_requests', 'too many calls in one second', { 'Retry-After': '1' });
  }
  return callback(request.headers['x-signature'], await read(request));
}

async function read(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // Read to the end all the same: the answer would not arrive on a connection that is broken off.
    if (size <= largestBody) chunks.push(chunk);
  }
  if (size > largestBody) throw new Refusal('validation_error', 'the body is too large');
  return Buffer.concat(chunks).toString('utf8');
}

/** Section 6: the signature comes before anything else that the call says. */
async function callback(signature, body) {
  if (!signature) throw new Refusal('invalid_signature', 'the X-Signature header is missing');
  const data = parseObject(body);
  if (!isSignedBy(data, signature, config.token)) {
    throw new Refusal('invalid_signature', 'the signature does not belong to this body');
  }
  if (Number(numberIn(data, 'agent_id')) !== Number(config.agentId)) {
    throw new Refusal('agent_not_found', 'agent_id is not the number of this agent');
  }
  const call = parseCall(data, choices);
  if (choices.has('sessions')) await checkSession(call);
  const balance = await queueOf(call)(() => wallet.answer(call));
  return `{"content":{"balance":${balance}}}`;
}

async function checkSession(call) {
  const isPlayer = choices.has('opens-accounts') || (await wallet.hasPlayer(call.playerId));
  if (!isPlayer) throw new Refusal('player_not_found');
  if (!sessions.belongs(call)) {
    throw new Refusal('unknown_session', 'this agent opened no such session for the player');
  }
}

/** Redis needs no queue; a slow wallet has one for each player, a global lock one for all of them. */
function createQueues() {
  const tails = new Map();
  const isQueued = choices.slowMs > 0 || choices.has('global-lock');
  return (call) => (work) => {
    if (!isQueued) return work();
    const name = choices.has('global-lock') ? 'everybody' : `player ${call.playerId}`;
    const done = (tails.get(name) ?? Promise.resolve()).then(() => sleep(choices.slowMs)).then(work);
    const tail = done.catch(() => {}).then(() => tails.get(name) === tail && tails.delete(name));
    tails.set(name, tail);
    return done;
  };
}

/** Counts the calls of a second that begins with its first call. */
function createRate(limit) {
  let endsMs = 0;
  let calls = 0;
  return () => {
    const nowMs = performance.now();
    if (nowMs >= endsMs) {
      endsMs = nowMs + 1000;
      calls = 0;
    }
    calls += 1;
    return calls <= limit;
  };
}

function sendError(response, error) {
  const refusal = error instanceof Refusal ? error : new Refusal('internal_error', 'the agent failed');
  if (refusal !== error) process.stderr.write(`${error.stack}\n`);
  const body = JSON.stringify({ error: refusal.code, message: refusal.message });
  send(response, statusOf(refusal.code, choices), body, refusal.headers);
}

function send(response, status, body, headers = {}) {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...(choices.has('connection-close') ? { Connection: 'close' } : {}),
    ...headers,
  });
  if (choices.has('two-writes')) response.flushHeaders();
  response.end(body);
}

/** Calls under way are answered, for a second at most. */
function stop() {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), 1000).unref();
}
