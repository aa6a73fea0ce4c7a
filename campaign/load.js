import { Agent, createServer, request } from 'node:http';
import { agentToken } from './platform.js';
import { bodyText, number, signTree } from './requests/write-json.js';
import { launchFields } from './requests/write-request.js';

const membersOf = (operation, count) => {
  if (operation === 'list') return [];
  const own = [
    ['player_id', `player-${count % 1000}`],
    ['agent_session_id', `agent-session-${count}`],
  ];
  return [...launchFields.filter(([name]) => !own.some(([each]) => each === name)), ...own];
};

/** A signed request: `{ path, headers, body }`. */
const signed = (operation, count) => {
  const common = [
    ['agent_id', number(1001)],
    ['timestamp', number(Math.floor(Date.now() / 1000))],
  ];
  const tree = { members: [...common, ...membersOf(operation, count)] };
  const body = bodyText(tree, 'minimal');
  const signature = signTree(tree, { dialect: 'minimal', trimming: 'common', token: agentToken });
  const headers = { 'content-type': 'application/json', 'x-signature': signature, 'content-length': body.length };
  return { path: `/api/games/${operation}`, headers, body };
};

/** Sends a request over a kept connection: `{ status, id }`; undefined where it is not answered. */
const ask = ({ port, agent }, { path, headers, body }) =>
  new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, agent, method: 'POST', path, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, id: /"request_id":"([^"]+)"/.exec(text)?.[1] }));
      response.on('error', () => resolve());
    });
    // Whoever is asked may be killed at any moment.
    sent.on('error', () => resolve());
    sent.end(body);
  });

/** So many different requests are sent again and again; a signature is fresh for 300 s. */
const different = 64;
const freshMs = 120_000;

/** `clients` that ask again as soon as they are answered; `onAnswer(status, requestId)` hears each whole answer. `stop` ends them. */
export const createLoad = ({ port, clients, operation, onAnswer }) => {
  const agent = new Agent({ keepAlive: true });
  let isOver = false;
  const drive = async (client) => {
    let made = { at: Number.NEGATIVE_INFINITY, requests: [] };
    for (let count = client; !isOver; count += 1) {
      if (performance.now() - made.at > freshMs) {
        const requests = Array.from({ length: different }, (_, place) => signed(operation, place));
        made = { at: performance.now(), requests };
      }
      const answer = await ask({ port, agent }, made.requests[count % different]);
      if (answer === undefined) return;
      onAnswer(answer.status, answer.id);
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, (_, client) => drive(client)));
  return {
    stop: async () => {
      isOver = true;
      await ended;
      agent.destroy();
    },
  };
};

/** So many transactions are remembered: none comes again later than that. */
const mostTransactions = 10_000;

/** A plain right agent of one player, in this process: it forgets old transactions, and nothing else. */
export const openRightAgent = async () => {
  const processed = new Set();
  let cents = 100_000_000;
  let count = 0;

  const apply = ({ type, transaction_id: id, bet, win }) => {
    count += 1;
    if (type !== 'makeBet' || processed.has(id)) return;
    processed.add(id);
    const [oldest] = processed;
    if (processed.size > mostTransactions) processed.delete(oldest);
    cents += Math.round((win - bet) * 100);
  };

  const server = createServer({ keepAliveTimeout: 65_000 }, (callback, response) => {
    let text = '';
    callback.on('data', (chunk) => {
      text += chunk;
    });
    callback.on('end', () => {
      apply(JSON.parse(text));
      response.setHeader('content-type', 'application/json');
      response.end(`{"content":{"balance":${(cents / 100).toFixed(2)}}}`);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/callback`,
    count: () => count,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};
