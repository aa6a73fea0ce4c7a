import type { Journal } from '../journal/journal.ts';
import type { Evidence } from './evidence.ts';

/** What pages read of a journal. */
export type SeenJournal = Pick<Journal, 'row' | 'rows' | 'tally' | 'bounds'>;

/** A run that was made elsewhere has its exchanges in a journal of its own. */
export type JournalBeside = Pick<Journal, 'row' | 'rows' | 'tally'>;

/**
 * The journal as pages see it: who asks for such a run, or for one of its exchanges, is shown those
 * beside it. Nothing else finds them, and they are kept nowhere. What a card shows is there though the journal has
 * removed it.
 */
export const withJournalsBeside = (
  journal: SeenJournal,
  beside: ReadonlyMap<string, JournalBeside>,
  evidence: Pick<Evidence, 'row'>,
): SeenJournal => {
  return {
    ...journal,
    row: async (id) => {
      const found = await journal.row(id);
      if (found !== undefined) return found;
      const rows = await Promise.all([...beside.values()].map(async (each) => await each.row(id)));
      return rows.find((row) => row !== undefined) ?? evidence.row(id);
    },
    rows: async (query, signal) => await (beside.get(query.runId ?? '') ?? journal).rows(query, signal),
    tally: async (query, signal) => await (beside.get(query.runId ?? '') ?? journal).tally(query, signal),
  };
};
