import { createDice } from '../../src/base/dice.ts';
import type { Callback, GetBalance, MakeBet, Rollback } from '../../src/spec/callback.ts';
import { type Alterations, composeMessage, type Recipient } from '../../src/wire/compose-message.ts';
import type { CallbackMessage } from '../../src/wire/message.ts';

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

export const recipient: Recipient = {
  agentId: 1001,
  url: 'http://127.0.0.1:1/callback',
  token: 'test-token',
  timeoutMs: 2_000,
};

/** A message to that agent, signed with `test-token`; another agent's token is `other-token`. */
export const messageFor = (
  callback: Callback,
  changes: Partial<Recipient> = {},
  alterations?: Alterations,
): CallbackMessage =>
  composeMessage(
    callback,
    {
      recipient: { ...recipient, ...changes },
      otherToken: 'other-token',
      dice: createDice('messages'),
    },
    alterations,
  );
