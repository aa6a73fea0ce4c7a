import type { GetBalance, MakeBet, Rollback } from '../../src/spec/callback.ts';

const base = {
  agentId: 1001,
  sessionId: 'session-1',
  playerId: 'player-1',
  playerUsername: 'Player One',
  currency: 'USD',
  language: 'en',
  requestId: 'request-1',
} as const;

export const getBalance: GetBalance = { ...base, type: 'getBalance', gameId: 101 };

export const makeBet: MakeBet = {
  ...base,
  type: 'makeBet',
  bet: '10.50',
  win: '0',
  transactionId: 'tx-1',
  gameRoundId: 'round-1',
  roundFinished: true,
};

export const rollback: Rollback = { ...base, type: 'rollback', transactionId: 'tx-1' };
