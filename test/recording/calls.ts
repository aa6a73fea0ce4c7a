import type { RecordedCall } from '../../src/recording/recorded-call.ts';
import type { Callback, GetBalance, MakeBet, Rollback } from '../../src/spec/callback.ts';

const base = {
  agentId: 1001,
  sessionId: 's-1',
  playerId: 'player-1',
  playerUsername: 'Player One',
  currency: 'USD',
  language: 'en',
  requestId: 'req-1',
};

export const balance = (changes: Partial<GetBalance> = {}): GetBalance => ({
  ...base,
  type: 'getBalance',
  gameId: 101,
  ...changes,
});

export const bet = (id: string, amount: string, changes: Partial<MakeBet> = {}): MakeBet => ({
  ...base,
  type: 'makeBet',
  bet: amount,
  win: '0',
  transactionId: id,
  gameRoundId: `round of ${id}`,
  roundFinished: true,
  ...changes,
});

export const rollback = (id: string, changes: Partial<Rollback> = {}): Rollback => ({
  ...base,
  type: 'rollback',
  transactionId: id,
  ...changes,
});

/** A call as the journal has it; the same callback, the same bytes. */
export const called = (callback: Callback | undefined, changes: Partial<RecordedCall> = {}): RecordedCall => ({
  callback,
  body: Buffer.from(JSON.stringify(callback) ?? ''),
  bytesKey: JSON.stringify([callback, changes.signature]),
  signature: 'valid',
  lost: undefined,
  startedAt: 0,
  durationMs: 0,
  ...changes,
});

/** Calls one after another, half a second apart; those that say when they were keep it. */
export const oneByOne = (...calls: readonly RecordedCall[]): readonly RecordedCall[] =>
  calls.map((call, index) => (call.startedAt === 0 ? { ...call, startedAt: 1_700_000_000_000 + index * 500 } : call));

/** When a call began and how long it took, milliseconds. */
export const at = (startedAt: number, durationMs = 0) => ({ startedAt, durationMs });
