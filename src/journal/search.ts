import { setImmediate as nextTurn } from 'node:timers/promises';
import { bufferOf } from '../base/read-body.ts';
import type { Exchange } from '../spec/exchange.ts';
import { type Column, columns } from './columns.ts';
import type { ExchangeQuery, JournalPage, JournalRow, JournalTally } from './journal.ts';

/** Places, both ends included; none where `first` is above `last`. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** What one look has come to: a search goes on with what is left. */
export interface Look {
  /** In the order of the search. */
  readonly rows: readonly JournalRow[];
  /** How many match, those included that were passed over. */
  readonly count: number;
  readonly left: Range;
  /** How many rows were read to look for text in them. */
  readonly read: number;
}

/** A search in the making; `what`: its rows, or only how many there are. */
export interface LookOrder {
  readonly query: ExchangeQuery;
  readonly what: 'rows' | 'count';
  /** Absent: nothing was looked at yet. */
  readonly left?: Range;
}

/** Looks for a few milliseconds; undefined where the journal is closed. */
export type LookIn = (order: LookOrder) => Look | undefined | Promise<Look | undefined>;

/** So many rows a search for text reads at most. */
const mostRead = 200_000;

/** A look for text ends after so many rows, or so many bytes of bodies. */
export const rowsOfLook = 1_000;
export const bytesOfLook = 1024 * 1024;

/** A page of a journal; rejects with the signal's reason. */
export const search = async (lookIn: LookIn, query: ExchangeQuery, signal?: AbortSignal): Promise<JournalPage> => {
  const rows: JournalRow[] = [];
  // One more than is wanted says whether there is more.
  let [missing, offset, read] = [query.limit + 1, query.offset ?? 0, 0];
  let left: Range | undefined;
  do {
    signal?.throwIfAborted();
    const look = await lookIn({ query: { ...query, limit: missing, offset }, what: 'rows', left });
    if (look === undefined) break;
    rows.push(...look.rows);
    missing -= look.rows.length;
    offset -= Math.min(offset, look.count);
    read += look.read;
    left = look.left;
    await nextTurn();
  } while (missing > 0 && left.first <= left.last && read < mostRead);
  return left === undefined ? { rows: [], more: false, searchedTo: 0 } : pageOf(rows, left, query);
};

const pageOf = (rows: readonly JournalRow[], left: Range, query: ExchangeQuery): JournalPage => {
  const backwards = isBackwards(query);
  const wanted = rows.slice(0, query.limit);
  const isCut = rows.length > query.limit;
  const endOfSearch = backwards ? left.last + 1 : left.first - 1;
  return {
    rows: backwards ? wanted.toReversed() : wanted,
    more: isCut || left.first <= left.last,
    searchedTo: isCut ? (wanted.at(-1)?.seq ?? endOfSearch) : endOfSearch,
  };
};

/** How many rows match; rejects with the signal's reason. */
export const tally = async (
  lookIn: LookIn,
  asked: Omit<ExchangeQuery, 'limit' | 'offset'>,
  signal?: AbortSignal,
): Promise<JournalTally> => {
  const query = { ...asked, limit: 0 };
  let [count, read] = [0, 0];
  let left: Range | undefined;
  do {
    signal?.throwIfAborted();
    const look = await lookIn({ query, what: 'count', left });
    if (look === undefined) break;
    count += look.count;
    read += look.read;
    left = look.left;
    await nextTurn();
  } while (left.first <= left.last && read < mostRead);
  return { count, isMore: left !== undefined && left.first <= left.last };
};

/** From the last place backwards, unless what comes after a place is wanted. */
export const isBackwards = ({ after, afterSeq }: ExchangeQuery): boolean =>
  after === undefined && afterSeq === undefined;

export const leftOf = ({ first, last }: Range, to: number, backwards: boolean): Range =>
  backwards ? { first, last: to - 1 } : { first: to + 1, last };

/** What a search has to know of rows before it looks at any. */
interface Places {
  range(): Range;
  /** The place of the latest exchange of that id. */
  seqOf(id: string): number | undefined;
  /** Real time, Unix milliseconds. */
  endOf(seq: number): number | undefined;
}

/** Where what is asked for may be. */
export const rangeOf = (places: Places, query: ExchangeQuery): Range => {
  const { first, last } = places.range();
  const { after, before, afterSeq = 0, beforeSeq = last + 1, from, to } = query;
  const afterId = after === undefined ? 0 : (places.seqOf(after) ?? 0);
  const beforeId = before === undefined ? last + 1 : (places.seqOf(before) ?? last + 1);
  const range = {
    first: Math.max(first, afterId + 1, afterSeq + 1),
    last: Math.min(last, beforeId - 1, beforeSeq - 1),
  };
  return {
    first: from === undefined ? range.first : firstEnding(places, range, from - slackMs),
    last: to === undefined ? range.last : firstEnding(places, range, to + slackMs) - 1,
  };
};

/** So long an exchange takes at most, and the computer's clock is set back. */
const slackMs = 120_000;

/**
 * The first place of an exchange that ended then or later; behind the last where there is none. Exchanges are recorded
 * as they end, so that ends rise with the places: half of what is left is left out with each that is looked at.
 */
const firstEnding = ({ endOf }: Places, range: Range, time: number): number => {
  let { first, last } = range;
  while (first <= last) {
    const middle = Math.floor((first + last) / 2);
    if ((endOf(middle) ?? Number.NEGATIVE_INFINITY) < time) first = middle + 1;
    else last = middle - 1;
  }
  return first;
};

/** Fields of a query that a column must equal. */
export const equalColumns = {
  transactionId: 'transaction_id',
  requestId: 'request_id',
  gameRoundId: 'game_round_id',
  sessionId: 'session_id',
  playerId: 'player_id',
  runId: 'run_id',
  scenario: 'scenario',
  kind: 'kind',
  direction: 'direction',
  origin: 'origin',
  agentId: 'agent_id',
} as const satisfies Partial<Record<keyof ExchangeQuery, Column>>;

const equalFields = Object.entries(equalColumns) as [keyof typeof equalColumns, Column][];

/** Whether a row is what is asked for, but for its place and its text. */
export const matches = ({ exchange, judgement }: JournalRow, query: ExchangeQuery): boolean => {
  const { status, verdict, requirement, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = query;
  const began = columns.began(exchange);
  return (
    equalFields.every(([field, column]) => query[field] === undefined || query[field] === columns[column](exchange)) &&
    !(query.notOrigin === 'run' && exchange.origin === 'run') &&
    (verdict === undefined || judgement?.verdict === verdict) &&
    (requirement === undefined || judgement?.findings.some((each) => each.requirement === requirement) === true) &&
    (status === undefined || isOfStatus(columns.status(exchange), status)) &&
    began >= from &&
    began <= to
  );
};

const isOfStatus = (status: number | undefined, wanted: NonNullable<ExchangeQuery['status']>): boolean => {
  if (status === undefined || wanted === 'none') return status === undefined && wanted === 'none';
  return typeof wanted === 'number' ? status === wanted : Math.floor(status / 100) === Number(wanted[0]);
};

/** What is looked for in the text of rows; undefined where nothing is. */
export const wantedText = ({ text }: ExchangeQuery): string | undefined =>
  text === '' ? undefined : text?.toLowerCase();

/** What a text is looked for in, besides the bodies. */
export const searchedColumns = [
  'id',
  'session_id',
  'player_id',
  'transaction_id',
  'request_id',
  'url',
  'failure',
  'failure_message',
] as const satisfies readonly Column[];

/** Parts are kept apart by a character that nobody types; bytes that are no UTF-8 become U+FFFD. */
export const hasText = (
  wanted: string,
  texts: readonly unknown[],
  bodies: readonly (Uint8Array | undefined)[],
): boolean =>
  [...texts.map((text) => text ?? ''), ...bodies.map(decoded)].join('\u001f').toLowerCase().includes(wanted);

const decoded = (bytes: Uint8Array | undefined): string => (bytes === undefined ? '' : bufferOf(bytes).toString());

/** About how many bytes the bodies have. */
export const bodyBytes = ({ request, answer }: Exchange): number =>
  request.body.length + (answer.kind === 'answered' ? answer.body.length : 0);
