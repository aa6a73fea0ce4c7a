import type { ExchangeJudgement } from '../../src/formats/judgement.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import type { CallVerdict } from '../../src/spec/verdict.ts';

/** A callback and its answer, numbered; `changes` replace fields of it. */
export const exchangeNumber = (number: number, changes: Partial<Exchange> = {}): Exchange => ({
  id: `x-${number}`,
  direction: 'callback',
  kind: 'makeBet',
  subject: {
    agentId: 1001,
    sessionId: `session-${number % 7}`,
    playerId: `player-${number % 3}`,
    transactionId: `tx-${number}`,
    requestId: `request-${number}`,
  },
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:8080/callback',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(`{"number":${number}}`),
  },
  answer: {
    kind: 'answered',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"content":{"balance":100.5}}'),
  },
  startedAt: 1_700_000_000_000.25 + number,
  durationMs: 1.5,
  ...changes,
});

/** The same with an answer of that body. */
export const answeredWith = (number: number, body: Uint8Array): Exchange =>
  exchangeNumber(number, { answer: { kind: 'answered', status: 200, headers: {}, body } });

/** A judgement of the exchange with that id. */
export const judgementOf = (exchangeId: string, verdict: CallVerdict): ExchangeJudgement => ({
  exchangeId,
  verdict,
  sentence: '1000.00 - 10.00 = 990.00, as the agent says. “”',
  findings: [
    {
      code: 'double-application',
      requirement: 'IDEM-01',
      weight: 'breach',
      message: `${exchangeId} was debited twice.`,
      scenario: '',
      exchanges: [exchangeId],
    },
  ],
  before: '1000.00',
  expected: '990.00',
  actual: '979.52',
});
