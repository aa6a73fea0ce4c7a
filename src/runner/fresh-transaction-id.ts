import type { Callback } from '../spec/callback.ts';
import type { FieldValue } from '../spec/scenario.ts';

type Fields = Readonly<Record<string, FieldValue>>;

/** Ids longer than this keep their length; shorter ones grow. */
const longId = 64;

/**
 * A transaction_id that a scenario writes out would be known to the agent on the second run: it
 * gets the call's own fresh id as its end.
 */
export const freshTransactionId = (fields: Fields, callback: Callback): Fields => {
  const { transaction_id: written } = fields;
  if (typeof written !== 'string' || written === '' || callback.type === 'getBalance')
    return fields;
  const end = `-${callback.transactionId}`;
  const start = written.length > longId ? written.slice(0, -end.length) : written;
  return { ...fields, transaction_id: `${start}${end}` };
};
