import { expect, it } from '@jest/globals';
import { openDashboard } from './open-dashboard.ts';
import { makeBet } from './sample-calls.ts';

const token = 'top-secret/token "1"';
const secrets = [token, 'short'];
const escaped = [...token].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

it('shows the token of an agent nowhere, however it came in', async () => {
  const open = await openDashboard({ options: { secrets: () => secrets } });
  const sent = makeBet(1, { subject: { playerId: token, transactionId: token } });
  open.journal.record({
    ...sent,
    request: {
      ...sent.request,
      url: `http://127.0.0.1/${encodeURIComponent(token)}`,
      headers: { 'x-signature': token, [`x-${token}`]: '1' },
      // Escapes hide it from a mask over bytes, and come undone when the text is made canonical.
      body: Buffer.from(`{"player_id":"${escaped}","currency":"${escaped}"}`),
    },
  });
  const heard = await open.get(`/exchanges?text=tx-1&playerId=${encodeURIComponent(token)}`);
  for (const { text, status } of [
    await open.get('/exchanges'),
    await open.get('/exchanges/x-1'),
    heard,
    await open.send('POST', '/trigger', { type: token }),
    await open.send('POST', '/trigger', { type: 'makeBet', [token]: 1 }),
  ]) {
    expect(text).not.toContain('top-secret');
    expect([200, 422]).toContain(status);
  }
  const { json } = await open.get('/exchanges/x-1');
  expect(json.canonical).toMatch(/^\{"currency":"\*+","player_id":"\*+"\}$/);
  await open.close();
});
