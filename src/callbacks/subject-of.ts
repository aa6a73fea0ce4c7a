import type { Callback } from '../spec/callback.ts';
import type { ExchangeSubject } from '../spec/exchange.ts';

/** What a callback is about, for finding its exchange again. */
export const subjectOf = (callback: Callback): ExchangeSubject => ({
  agentId: callback.agentId,
  sessionId: callback.sessionId,
  playerId: callback.playerId,
  requestId: callback.requestId,
  ...(callback.type === 'getBalance' ? {} : { transactionId: callback.transactionId }),
});
