import type { ExchangeQuery, Journal, JournalRow } from '../journal/journal.ts';

/** What is exported: rows oldest first, and whether older ones that match are left out. */
export interface Export {
  readonly rows: AsyncIterable<JournalRow>;
  readonly isCut: boolean;
}

type Rows = Pick<Journal, 'rows'>;

/** Rows that are in memory at once: bodies may be large. */
const pageLength = 200;

/**
 * The newest exchanges that match, or the first ones after a place, however many: they are read page
 * by page, oldest first, so that no more than a page is in memory.
 */
export const exportRows = async (journal: Rows, query: ExchangeQuery, signal: AbortSignal): Promise<Export> => {
  const { afterSeq, isCut } =
    query.afterSeq === undefined ? await findStart(journal, query, signal) : { afterSeq: query.afterSeq, isCut: false };
  return { rows: rowsFrom(journal, { ...query, afterSeq }, signal), isCut };
};

interface Start {
  readonly afterSeq: number;
  readonly isCut: boolean;
}

/** Goes back from the end until so many are counted: where the first of them is. */
const findStart = async ({ rows }: Rows, query: ExchangeQuery, signal: AbortSignal): Promise<Start> => {
  let missing = query.limit;
  let { beforeSeq } = query;
  for (;;) {
    const limit = Math.min(missing, pageLength);
    const page = await rows({ ...query, beforeSeq, limit }, signal);
    missing -= page.rows.length;
    if (missing === 0 || !page.more) {
      return { afterSeq: (page.rows[0]?.seq ?? page.searchedTo) - 1, isCut: page.more };
    }
    beforeSeq = page.searchedTo;
  }
};

async function* rowsFrom({ rows }: Rows, query: ExchangeQuery, signal: AbortSignal): AsyncGenerator<JournalRow> {
  let missing = query.limit;
  let { afterSeq } = query;
  for (let more = true; more && missing > 0; ) {
    const page = await rows({ ...query, afterSeq, limit: Math.min(missing, pageLength) }, signal);
    yield* page.rows;
    missing -= page.rows.length;
    ({ more, searchedTo: afterSeq } = page);
  }
}
