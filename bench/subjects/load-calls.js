import { LoadAccount } from '../../src/load/account.ts';
import { judgeGroup } from '../../src/load/judged-group.ts';
import { LoadSender } from '../../src/load/load-sender.ts';
import { defaultQuirks } from '../../src/spec/quirks.ts';

// So many getBalance over 50 connections: signed anew and judged, as `load` does, or one again and again.
const [, , sender, url, count] = process.argv;
const connections = 50;

const common = {
  ...{ agentId: 1001, sessionId: 's-1', playerId: 'player-1', playerUsername: 'Player One' },
  ...{ currency: 'USD', language: 'en', type: 'getBalance', gameId: 101 },
};

/** Each one signed, and its answer judged; the first tells what the account has. */
const createJudged = async () => {
  const recipient = { agentId: 1001, url, token: 'test-token', timeoutMs: 5_000 };
  const loadSender = new LoadSender({ recipient, nonce: 'bench', secrets: ['test-token'], allowPublicTarget: false });
  const planned = (requestId) => ({ callback: { ...common, requestId }, bet: 0n, win: 0n, isLost: false });
  const first = await loadSender.send(planned('r-0'), 1);
  const units = BigInt(/"balance":\s*(\d+)\.(\d\d)/.exec(Buffer.from(first.answer.body).toString()).slice(1).join(''));
  const account = new LoadAccount({ playerId: 'player-1', currency: 'USD' }, 2, units, defaultQuirks);
  return async (index, done) => {
    const call = planned(`r-${index}`);
    const exchange = await loadSender.send(call, 1);
    const intent = { kind: 'valid', callback: call.callback };
    account.begin();
    const heard = { label: 'getBalance', intent, expect: { kind: 'ledger' }, exchange };
    const { ending } = judgeGroup(account.state, { calls: [{ planned: call, call: heard }] });
    if (ending !== undefined) throw new Error(JSON.stringify(ending));
    done();
  };
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

const send = await (sender === 'walletproof' ? createJudged() : createUnsigned());
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
