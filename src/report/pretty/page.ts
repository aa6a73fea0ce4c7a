import type { ChalkInstance } from 'chalk';

/** What text is laid out on. */
export interface Page {
  /** Columns of the terminal, or of the text where there is none. */
  readonly columns: number;
  readonly paint: ChalkInstance;
  /** The command that makes such a run again, as arguments. */
  readonly rerun: readonly string[];
}

/** Prose wider than this is hard to read, however wide the terminal. */
const widestProse = 100;

/** Columns of prose after an indent. */
export const proseColumns = (page: Page, indent: number): number =>
  Math.min(page.columns, widestProse) - indent;
