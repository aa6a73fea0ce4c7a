import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Exchange, RecordExchange } from '../spec/exchange.ts';
import type { CallVerdict } from '../spec/verdict.ts';
import type { KeptStore } from './kept.ts';

/**
 * The record of every exchange. Nobody who records ever waits for a disk: a file belongs to a
 * thread of its own. What was recorded or judged is there for the next read, while the file can be
 * written.
 */
export interface Journal {
  /** Never throws and never waits: the row is committed within a few milliseconds. */
  readonly record: RecordExchange;
  /** As `record`. Replaces an earlier judgement of the exchange, which may itself come later. */
  readonly judge: (judgement: ExchangeJudgement) => void;
  /** Outlives the process where the journal is a file and no other process keeps in it. */
  readonly kept: KeptStore;
  /** Rejects with a WalletproofError where the file cannot be read. */
  row(id: string): Promise<JournalRow | undefined>;
  /**
   * The last `limit` that match, or the first ones after `after`; oldest first. A search for text
   * ends after 200,000 rows. Rejects with the reason of the signal, or as `row` does.
   */
  rows(query: ExchangeQuery, signal?: AbortSignal): Promise<JournalPage>;
  /** How many match; rejects as `rows` does. */
  tally(query: Omit<ExchangeQuery, 'limit' | 'offset'>, signal?: AbortSignal): Promise<JournalTally>;
  /** The places of the first and the last exchange that is written; `first` is above `last` when there is none. */
  bounds(): JournalBounds;
  /** How many exchanges there are, with those that wait to be written. */
  count(): number;
  state(): JournalState;
  /** Resolves once all that was recorded is written, or cannot be. */
  flush(): Promise<void>;
  /** Writes what waits, as long as that makes progress. Afterwards nothing is taken in or found. */
  close(): Promise<void>;
}

/** An exchange at its place in the journal, and what was judged of it. */
export interface JournalRow {
  /** Counts on without gaps. */
  readonly seq: number;
  readonly exchange: Exchange;
  readonly judgement?: ExchangeJudgement;
}

/** What a search found. */
export interface JournalPage {
  /** Oldest first. */
  readonly rows: readonly JournalRow[];
  /** Whether there is more in the direction of the search, or may be. */
  readonly more: boolean;
  /** The last place that was looked at: the search goes on from there, also where it found nothing. */
  readonly searchedTo: number;
}

/** How many rows match; `isMore`: at least so many, the search for text went no further. */
export interface JournalTally {
  readonly count: number;
  readonly isMore: boolean;
}

export interface JournalBounds {
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** Where the exchanges go, and what does not go well. */
export interface JournalState {
  readonly kind: 'file' | 'memory';
  /** How many exchanges could not be written and are gone. */
  readonly lost: number;
  /** Why the journal does less than it was opened for, a sentence each; empty when all is well. */
  readonly degraded: readonly string[];
}

/** An HTTP status, a class of them, or `none`: no answer came. */
export type StatusQuery = number | '2xx' | '3xx' | '4xx' | '5xx' | 'none';

/** Which exchanges are wanted; every given field must match. */
export interface ExchangeQuery {
  readonly limit: number;
  /** So many that match are passed over first. */
  readonly offset?: number;
  /** Id of an exchange: only later ones, and the first of them rather than the last. */
  readonly after?: string;
  /** Id of an exchange: only earlier ones. */
  readonly before?: string;
  /** As `after`, by the place in the journal. */
  readonly afterSeq?: number;
  /** As `before`, by the place in the journal. */
  readonly beforeSeq?: number;
  readonly direction?: Exchange['direction'];
  readonly kind?: Exchange['kind'];
  readonly agentId?: number;
  readonly sessionId?: string;
  readonly playerId?: string;
  readonly transactionId?: string;
  readonly requestId?: string;
  readonly gameRoundId?: string;
  /** Id of a run: its calls. */
  readonly runId?: string;
  /** File of a scenario: calls of runs for it. */
  readonly scenario?: string;
  /** Real time, Unix milliseconds: those that began then or later, or earlier. */
  readonly from?: number;
  readonly to?: number;
  /** Only those of that origin; operations have none. */
  readonly origin?: Exchange['origin'];
  /** Hides the calls of runs, and keeps operations. */
  readonly notOrigin?: 'run';
  /** Only those that were judged so. */
  readonly verdict?: CallVerdict;
  /** Only those of which a finding breaks that requirement, or is a note to it. */
  readonly requirement?: string;
  readonly status?: StatusQuery;
  /** Somewhere in the ids, the URL, the bodies or the failure, in upper or lower case. */
  readonly text?: string;
}
