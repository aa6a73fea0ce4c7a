// Fills a journal with so many exchanges and what was judged of them, through the product's own journal: a row in a thousand was
// answered 500, and wrong.
import { openJournal } from '../../src/journal/open-journal.ts';

const [, , file, rows] = process.argv;
const count = Number(rows);
const journal = await openJournal({ file, maxExchanges: 2_000_000, maxBytes: 8 * 1024 ** 3 });
if (journal.state().kind !== 'file') throw new Error('The journal is not in a file.');

const headers = { 'content-type': 'application/json' };
const startedAt = Date.now() - count;

const exchangeOf = (number) => {
  const subject = {
    agentId: 1001,
    sessionId: `session-${number % Math.ceil(count / 10)}`,
    // Ten exchanges of each, however many there are.
    playerId: `player-${number % Math.ceil(count / 10)}`,
    transactionId: `transaction-${number}`,
    requestId: `request-${number}`,
  };
  const status = number % 1000 === 500 ? 500 : 200;
  const answered = status === 200 ? { content: { balance: 90 } } : { error: 'internal_error' };
  return {
    id: `exchange-${number}`,
    direction: 'callback',
    kind: 'makeBet',
    subject,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:8080/callback',
      headers: { ...headers, 'x-signature': String(number).padStart(64, '0') },
      body: Buffer.from(
        JSON.stringify({
          ...{ type: 'makeBet', agent_id: 1001, game_id: 101, bet: 1, win: 0, currency: 'USD' },
          ...{ language: 'en', player_username: 'Player One', round_finished: true },
          ...subject,
        }),
      ),
    },
    answer: {
      kind: 'answered',
      status,
      headers,
      body: Buffer.from(JSON.stringify({ status: 'success', ...answered })),
    },
    startedAt: startedAt + number,
    durationMs: 2,
  };
};

const judgementOf = (number) => {
  const exchangeId = `exchange-${number}`;
  const balances = { before: '91.00', expected: '90.00', actual: '90.00' };
  if (number % 1000 !== 500) {
    return {
      exchangeId,
      verdict: 'right',
      sentence: '91.00 - 1.00 = 90.00, as the agent says.',
      findings: [],
      ...balances,
    };
  }
  const message = 'makeBet: answered with HTTP 500; it must be answered with the balance.';
  const finding = { code: 'server-error', requirement: 'BET-01', weight: 'breach', message, scenario: '' };
  return {
    exchangeId,
    verdict: 'wrong',
    sentence: message,
    findings: [{ ...finding, exchanges: [exchangeId] }],
    ...balances,
  };
};

for (let number = 0; number < count; number += 1) {
  journal.record(exchangeOf(number));
  journal.judge(judgementOf(number));
  // It takes in no more than 64 MiB that are not written yet.
  if (number % 5000 === 4999) await journal.flush();
}
await journal.flush();
if (journal.count() !== count) throw new Error(`${journal.count()} rows instead of ${count}`);
await journal.close();
