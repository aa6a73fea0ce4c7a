import type { JournalRow } from '../../journal/journal-row.ts';
import type { Journal } from '../../journal/open-journal.ts';

const most = 100;

/**
 * Other sendings and the rollbacks of the callback's transaction, oldest first; of a getBalance its
 * repeats, which carry the same request_id.
 */
export const relatedRows = async (
  { rows }: Pick<Journal, 'rows'>,
  { exchange }: JournalRow,
): Promise<readonly JournalRow[]> => {
  const { transactionId, requestId } = exchange.subject;
  if (exchange.direction === 'operation') return [];
  const wanted = transactionId === undefined ? { requestId } : { transactionId };
  if (transactionId === undefined && requestId === undefined) return [];
  const page = await rows({ limit: most, direction: 'callback', ...wanted });
  return page.rows.filter((other) => other.exchange.id !== exchange.id);
};
