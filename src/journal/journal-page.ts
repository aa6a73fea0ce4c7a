import type { JournalRow } from './journal-row.ts';

/** What a search found. */
export interface JournalPage {
  /** Oldest first. */
  readonly rows: readonly JournalRow[];
  /** Whether there is more in the direction of the search, or may be. */
  readonly more: boolean;
  /** The last place that was looked at: the search goes on from there, also where it found nothing. */
  readonly searchedTo: number;
}
