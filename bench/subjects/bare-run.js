// A thousand signed makeBets, one after another, each answer compared: what anybody would write.
import { createHmac } from 'node:crypto';
import http from 'node:http';

const [, , callbackUrl] = process.argv;
const agent = new http.Agent({ keepAlive: true });
const nonce = Date.now().toString(36);

const post = (body) =>
  new Promise((resolve, reject) => {
    const sorted = JSON.stringify(
      Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))),
    );
    const signature = createHmac('sha256', 'test-token').update(sorted).digest('hex');
    const request = http.request(
      callbackUrl,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(sorted),
          'x-signature': signature,
        },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(JSON.parse(text).content.balance));
      },
    );
    request.on('error', reject);
    request.end(sorted);
  });

const base = {
  agent_id: 1001,
  session_id: `s-${nonce}`,
  player_id: 'player-1',
  player_username: 'Player One',
  currency: 'USD',
  language: 'en',
};

let expected = await post({ ...base, type: 'getBalance', game_id: 101, request_id: `r-${nonce}` });
for (let index = 0; index < 1000; index += 1) {
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
