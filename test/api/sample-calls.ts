import type { Exchange } from '../../src/spec/exchange.ts';

const bodyOf = (number: number): string =>
  `{"agent_id":1001,"session_id":"s-1","player_id":"player-1","player_username":"P","type":"makeBet",` +
  `"currency":"USD","language":"en","bet":10.00,"win":0,"transaction_id":"tx-${number}",` +
  `"game_round_id":"round-1","round_finished":true,"request_id":"r-${number}"}`;

/** A makeBet of 10 that was answered with the balance 90. */
export const makeBet = (number: number, changes: Partial<Exchange> = {}): Exchange => ({
  id: `x-${number}`,
  ...{ direction: 'callback', kind: 'makeBet', dialect: 'minimal', attempt: 1 },
  subject: {
    ...{ agentId: 1001, sessionId: 's-1', playerId: 'player-1' },
    ...{ transactionId: `tx-${number}`, requestId: `r-${number}` },
  },
  request: {
    ...{ method: 'POST', url: 'http://127.0.0.1:8080/callback' },
    headers: { 'content-type': 'application/json', 'x-signature': 'a'.repeat(64) },
    body: Buffer.from(bodyOf(number)),
  },
  answer: {
    ...{ kind: 'answered', status: 200, headers: {} },
    body: Buffer.from('{"content":{"balance":90.00}}'),
  },
  startedAt: 1_700_000_000_000,
  durationMs: 3.5,
  ...changes,
});

/** The same with another body. */
export const withBody = (body: string | Uint8Array, changes: Partial<Exchange> = {}): Exchange => {
  const exchange = makeBet(1, changes);
  return { ...exchange, request: { ...exchange.request, body: Buffer.from(body) } };
};

/** The same with another answer. */
export const answered = (status: number, text: string, changes: Partial<Exchange> = {}): Exchange =>
  makeBet(1, {
    answer: { kind: 'answered', status, headers: {}, body: Buffer.from(text) },
    ...changes,
  });
