// So many signed makeBets, one after another, each balance compared: what anybody would write.
import { createHmac } from 'node:crypto';
import http from 'node:http';

const [, , callbackUrl, count, client] = process.argv;
const agent = new http.Agent({ keepAlive: true });
const nonce = Date.now().toString(36);

/** With node's own request. */
const send = (headers, text) =>
  new Promise((resolve, reject) => {
    const request = http.request(callbackUrl, { method: 'POST', agent, headers }, (response) => {
      let received = '';
      response.on('data', (chunk) => {
        received += chunk;
      });
      response.on('end', () => resolve(received));
    });
    request.on('error', reject);
    request.end(text);
  });

/** With the client that walletproof uses as well. */
const createAxiosSend = async () => {
  const { default: axios } = await import('axios');
  const instance = axios.create({ httpAgent: agent, transformResponse: (text) => text });
  return async (headers, text) => (await instance.post(callbackUrl, text, { headers })).data;
};

const sendText = client === 'axios' ? await createAxiosSend() : send;

const post = async (body) => {
  const sorted = JSON.stringify(Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))));
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(sorted),
    'x-signature': createHmac('sha256', 'test-token').update(sorted).digest('hex'),
  };
  return JSON.parse(await sendText(headers, sorted)).content.balance;
};

const base = {
  agent_id: 1001,
  session_id: `s-${nonce}`,
  player_id: 'player-1',
  player_username: 'Player One',
  currency: 'USD',
  language: 'en',
};

let expected = await post({ ...base, type: 'getBalance', game_id: 101, request_id: `r-${nonce}` });
for (let index = 0; index < Number(count); index += 1) {
  const [bet, win] = index % 2 === 0 ? [1, 0] : [0, 1];
  const balance = await post({
    ...base,
    type: 'makeBet',
    bet,
    win,
    transaction_id: `t-${nonce}-${index}`,
    game_round_id: `g-${nonce}-${index}`,
    round_finished: true,
    request_id: `r-${nonce}-${index}`,
  });
  expected = Math.round((expected - bet + win) * 100) / 100;
  if (balance !== expected) throw new Error(`${balance} instead of ${expected}`);
}
agent.destroy();
