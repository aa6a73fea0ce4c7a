import type { MakeBet, Rollback } from '../spec/callback.ts';

/** Section 6: a rollback names the transaction of a bet, and nothing of its amounts. */
export const rollbackOf = (bet: MakeBet, requestId: string): Rollback => ({
  agentId: bet.agentId,
  sessionId: bet.sessionId,
  playerId: bet.playerId,
  playerUsername: bet.playerUsername,
  type: 'rollback',
  currency: bet.currency,
  language: bet.language,
  transactionId: bet.transactionId,
  requestId,
});
