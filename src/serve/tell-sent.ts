import { exchangeRow } from '../api/exchange-row.ts';
import type { SentByHand } from '../api/schemas/hand-callbacks.ts';
import type { Journal } from '../journal/journal.ts';

/** What was sent by hand, each with its answer and what the ledger says of it: enough for a test to assert on. */
export const tellSent = async (
  journal: Pick<Journal, 'row'>,
  exchangeIds: readonly string[],
): Promise<SentByHand> => {
  const rows = await Promise.all(exchangeIds.map(async (id) => await journal.row(id)));
  const callbacks = rows.flatMap((row) => {
    if (row === undefined) return [];
    const { id, kind, transactionId, status, failure, balance, error, verdict } = exchangeRow(row);
    const { sentence, expected, findings = [] } = row.judgement ?? {};
    const said = { status, failure, balance, error };
    return [
      { exchangeId: id, kind, transactionId, ...said, verdict, expected, sentence, findings },
    ];
  });
  return { exchangeIds, callbacks };
};
