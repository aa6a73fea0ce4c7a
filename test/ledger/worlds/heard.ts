import { zero } from '../../../src/base/money.ts';
import type { HeardCall, Said } from '../../../src/ledger/heard-call.ts';
import type { Callback } from '../../../src/spec/callback.ts';

export const heard = (callback: Callback, said: Said): HeardCall => ({
  exchangeId: callback.requestId,
  label: callback.type,
  callback,
  said,
  begun: 0,
  ended: Number.POSITIVE_INFINITY,
  mayBeRefused: false,
});

/** Calls of which only that counts, not what was answered. */
export const accepted = (callback: Callback): HeardCall =>
  heard(callback, { kind: 'balance', actual: zero, text: '0' });
export const refused = (callback: Callback): HeardCall => heard(callback, { kind: 'refusal' });
