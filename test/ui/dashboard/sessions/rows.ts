import type { ExchangeRow } from '../../../../src/api/schemas/exchanges.ts';

/** When the session of these tests begins, Unix milliseconds. */
export const sessionStart = Date.parse('2026-03-01T12:00:00.000Z');

/** A getBalance that was answered with 100, `ms` after the start of the session. */
export const row = (seq: number, ms: number, told: Partial<ExchangeRow> = {}): ExchangeRow => ({
  seq,
  id: `ex-${seq}`,
  direction: 'callback',
  kind: 'getBalance',
  origin: 'game',
  sessionId: 's-1',
  playerId: 'player-1',
  requestId: `req-${seq}`,
  status: 200,
  startedAt: new Date(sessionStart + ms).toISOString(),
  durationMs: 10,
  ...told,
});

/** A makeBet of transaction and round, answered with the balance 99. */
export const bet = (
  seq: number,
  ms: number,
  told: Partial<ExchangeRow> & { readonly transactionId: string },
): ExchangeRow =>
  row(seq, ms, {
    kind: 'makeBet',
    gameRoundId: 'round-1',
    roundFinished: true,
    bet: '1',
    win: '0',
    balance: '99',
    ...told,
  });

/** What a sending without an answer looks like. */
export const lost = { status: null, failure: 'timeout' } as const;

/** The row without the balance of its answer. */
export const withoutBalance = ({ balance: _, ...rest }: ExchangeRow): ExchangeRow => rest;

/** The rollback of a transaction, answered with the balance 100. */
export const rollback = (
  seq: number,
  ms: number,
  transactionId: string,
  told: Partial<ExchangeRow> = {},
): ExchangeRow => row(seq, ms, { kind: 'rollback', transactionId, balance: '100', ...told });
