import { createBalanceReader } from '../../src/load/balance-reader.ts';
import { createCallbackWriter } from '../../src/load/callback-writer.ts';
import { createLoadSender } from '../../src/load/load-sender.ts';
import { readAnswer } from '../../src/wire/read-answer.ts';

// So many getBalance over 50 connections: signed anew and read, as `load` does, or one again and again.
const [, , sender, url, count] = process.argv;
const connections = 50;

const common = {
  ...{ agentId: 1001, sessionId: 's-1', playerId: 'player-1', playerUsername: 'Player One' },
  ...{ currency: 'USD', language: 'en', type: 'getBalance', gameId: 101 },
};

/** Each one signed, and its balance read. */
const createSigned = async () => {
  const recipient = { agentId: 1001, url, token: 'test-token', timeoutMs: 5_000 };
  const [writer, reader] = [createCallbackWriter({ recipient }), createBalanceReader()];
  const loadSender = createLoadSender({
    ...recipient,
    maxConnections: connections,
    allowPublicTarget: false,
  });
  const check = (answer) => {
    if (reader.read(answer, 2) !== undefined) return;
    if (readAnswer(answer).kind !== 'balance') throw new Error(JSON.stringify(answer));
    reader.learn(answer);
  };
  return (index, done) =>
    loadSender.send(writer.write({ ...common, requestId: `r-${index}` }), { lose: false }, ({ answer }) => {
      check(answer);
      done();
    });
};

/** One that was signed before; answers are taken, and not looked at. */
const createUnsigned = async () => {
  const { Pool } = await import('undici');
  const { createHmac } = await import('node:crypto');
  const { origin, pathname: path } = new URL(url);
  const pool = new Pool(origin, { connections });
  const body = JSON.stringify({
    ...{ agent_id: 1001, currency: 'USD', game_id: 101, language: 'en', player_id: 'player-1' },
    ...{ player_username: 'Player One', request_id: 'r-1', session_id: 's-1', type: 'getBalance' },
  });
  const headers = {
    ...{ accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'bench' },
    'content-type': 'application/json',
    'x-signature': createHmac('sha256', 'test-token').update(body).digest('hex'),
  };
  return async (_index, done) => {
    const answer = await pool.request({ method: 'POST', path, headers, body });
    await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`HTTP ${answer.statusCode}`);
    done();
  };
};

const send = await (sender === 'walletproof' ? createSigned() : createUnsigned());
let [sent, answered] = [0, 0];

const next = () => {
  sent += 1;
  void send(sent, () => {
    answered += 1;
    if (sent < Number(count)) next();
    else if (answered === Number(count)) process.exit(0);
  });
};

for (let open = 0; open < connections; open += 1) next();
