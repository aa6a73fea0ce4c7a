import type { Callback } from '../spec/callback.ts';

/** The transaction_id of a callback; undefined for a getBalance, and for bytes that are none. */
export const transactionOf = (callback: Callback | undefined): string | undefined =>
  callback === undefined || callback.type === 'getBalance' ? undefined : callback.transactionId;
