import type { Callback } from '../spec/callback.ts';
import type { Fields } from './name-fields.ts';
import { transactionOf } from './transaction-of.ts';

/**
 * A transaction_id that no platform makes, as a field to set: an agent may stumble over it. The
 * runner makes it a new one each time, by its end.
 */
export const oddId = (callback: Callback): Fields => {
  const id = transactionOf(callback);
  return id === undefined || ordinary.test(id) ? {} : { transaction_id: id };
};

const ordinary = /^[\w.:-]{1,64}$/;
