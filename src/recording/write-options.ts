import type { PrintableMap } from '../formats/document/print-document.ts';
import type { Callback } from '../spec/callback.ts';
import { isBadlySigned } from './is-badly-signed.ts';
import type { RecordedCall } from './recorded-call.ts';
import type { Score } from './score.ts';

/** Who and where, as options beside a call of its own. */
export const writeWhere = ({ cast }: Score, callback: Callback): PrintableMap => ({
  ...cast.whereOf(callback),
});

/** Where a call that refers to another one does not go where that one went. */
export const writeOtherWhere = (
  score: Score,
  callback: Callback,
  other: Callback,
): PrintableMap => {
  const [own, others] = [score.cast.whereOf(callback), score.cast.whereOf(other)];
  const isSame = JSON.stringify(own) === JSON.stringify(others);
  // Without a player, a rollback goes to the account of its bet.
  return isSame ? {} : { player: 1, ...own };
};

/** Fields that are set, how a call is signed, and whether its answer is lost. */
export const writeOptions = (call: RecordedCall, fields: PrintableMap): PrintableMap => ({
  ...(Object.keys(fields).length === 0 ? {} : { fields }),
  ...(call.signature === 'valid' ? {} : { signature: call.signature }),
  ...(call.answerLost && call.signature === 'valid' ? { lose: 'answer' } : {}),
  ...(isBadlySigned(call) ? { expect: 'refused' } : {}),
});
