import type { AdminEvent } from '../../../api/schemas/admin-event.ts';
import type { ExchangePage, ExchangeRow } from '../../../api/schemas/exchanges.ts';

/** Where a page of the list begins: behind or before a place in the journal, else at its end. */
export interface PageAsked {
  readonly limit: number;
  readonly afterSeq?: number;
  readonly beforeSeq?: number;
}

/** What a list of rows needs from outside. */
export interface TrafficSource {
  /** One page of what the filter lets through; rejects where the signal ends it. */
  readonly load: (asked: PageAsked, signal?: AbortSignal) => Promise<ExchangePage>;
  /** Whether a row that was told passes the filter; undefined where only the platform knows. */
  readonly passes: (row: ExchangeRow) => boolean | undefined;
  /** Something that is shown has changed. */
  readonly changed: () => void;
  /** Calls back after so many milliseconds. */
  readonly later: (call: () => void, ms: number) => void;
}

/** The rows behind the list, oldest first, of which only those near the window are held. */
export interface TrafficRows {
  readonly count: () => number;
  /** Undefined while it is being read. */
  readonly rowAt: (index: number) => ExchangeRow | undefined;
  /** The seq of a row; known before the row is. */
  readonly seqAt: (index: number) => number;
  /** The row of that seq, or the first behind it; -1 when there is none. */
  readonly indexOf: (seq: number) => number;
  /** These are in the window: what is missing of them is read, and nothing else any longer. */
  readonly want: (from: number, to: number) => void;
  readonly receive: (events: readonly AdminEvent[]) => void;
  /** Events may have been missed: looks for what is new. */
  readonly catchUp: () => void;
  /** Whether the first answer has come. */
  readonly isReady: () => boolean;
  /** Whether older rows than the first are still to be read. */
  readonly hasOlder: () => boolean;
  /** What went wrong when rows were last read. */
  readonly problem: () => unknown;
}

/** How many rows come up to a seq: all of them when none is behind it. */
export const countUpTo = (rows: TrafficRows, seq: number | undefined): number => {
  const behind = seq === undefined ? -1 : rows.indexOf(seq + 1);
  return behind === -1 ? rows.count() : behind;
};
