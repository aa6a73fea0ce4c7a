import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Answer, Exchange } from '../spec/exchange.ts';
import { weightOf } from './batch-weight.ts';
import type { ExchangeQuery, Journal, JournalRow, StatusQuery } from './journal.ts';
import { keepsNothing } from './kept-store.ts';
import type { LookIn, Range, Searched } from './search-in-slices.ts';
import { isBackwards, mostCharacters, searchInSlices, wantedText } from './search-in-slices.ts';

export interface MemoryOptions {
  /** The oldest exchanges beyond this many are removed. */
  readonly maxExchanges: number;
  /** So are those beyond this many bytes. */
  readonly maxBytes: number;
  /** The place of the last exchange before the first one here; 0 when absent. */
  readonly floor?: number;
}

/** A journal that ends with its process, and needs no database. */
export const openMemoryJournal = (options: MemoryOptions): Journal => {
  const rows = createRows(options);
  let isOpen = true;
  let lost = 0;
  const whenOpen = (take: () => void): void => {
    if (isOpen) take();
    else lost += 1;
  };
  const searched: Searched = {
    ...rows,
    isOpen: () => isOpen,
    prepare: (query) => lookThrough(rows.recorded, query),
  };
  return {
    record: (exchange) => whenOpen(() => rows.add(exchange)),
    judge: (judgement) => whenOpen(() => rows.judge(judgement)),
    kept: keepsNothing,
    row: async (id) => {
      const seq = isOpen ? rows.seqOf(id) : undefined;
      return seq === undefined ? undefined : rows.row(seq);
    },
    rows: async (query, signal) => await searchInSlices(searched, query, signal),
    bounds: () => {
      const { first, last } = rows.range();
      return { firstSeq: first, lastSeq: last };
    },
    count: () => {
      const { first, last } = rows.range();
      return last - first + 1;
    },
    state: () => ({ kind: 'memory', lost, degraded: [] }),
    room: () => undefined,
    flush: async () => undefined,
    close: async () => {
      isOpen = false;
    },
  };
};

/** So many judgements are kept for exchanges that have not come yet, or never will. */
const mostWaiting = 1_000;

/** The exchanges by their places, the oldest of which go. */
const createRows = ({ maxExchanges, maxBytes, floor = 0 }: MemoryOptions) => {
  const bySeq = new Map<number, JournalRow>();
  const places = new Map<string, number>();
  const waiting = new Map<string, ExchangeJudgement>();
  let [first, last, bytes] = [floor + 1, floor, 0];
  const forgetFirst = (): void => {
    const exchange = bySeq.get(first)?.exchange;
    if (exchange !== undefined) {
      bytes -= weightOf(exchange);
      if (places.get(exchange.id) === first) places.delete(exchange.id);
    }
    bySeq.delete(first);
    first += 1;
  };
  const isFull = (): boolean => bySeq.size > maxExchanges || (bytes > maxBytes && bySeq.size > 1);
  const wait = (judgement: ExchangeJudgement): void => {
    waiting.set(judgement.exchangeId, judgement);
    const [oldest] = waiting.keys();
    if (waiting.size > mostWaiting && oldest !== undefined) waiting.delete(oldest);
  };

  return {
    range: (): Range => ({ first, last }),
    seqOf: (id: string): number | undefined => places.get(id),
    /** As it was recorded. */
    recorded: (seq: number): JournalRow | undefined => bySeq.get(seq),
    row: (seq: number): JournalRow | undefined => {
      const row = bySeq.get(seq);
      return row === undefined ? undefined : { ...row, exchange: asWritten(row.exchange) };
    },
    add: (exchange: Exchange): void => {
      last += 1;
      const judgement = waiting.get(exchange.id);
      waiting.delete(exchange.id);
      const row = { seq: last, exchange };
      bySeq.set(last, judgement === undefined ? row : { ...row, judgement });
      places.set(exchange.id, last);
      bytes += weightOf(exchange);
      while (isFull()) forgetFirst();
    },
    judge: (judgement: ExchangeJudgement): void => {
      const seq = places.get(judgement.exchangeId);
      const row = seq === undefined ? undefined : bySeq.get(seq);
      if (row === undefined) wait(judgement);
      else bySeq.set(row.seq, { ...row, judgement });
    },
  };
};

/** As a file gives it back: without what is only of use while it is judged, and the body in one piece. */
const asWritten = ({ timing: _, earlier: __, ...exchange }: Exchange): Exchange => {
  const written = { ...exchange, answer: withWholeBody(exchange.answer) };
  const given = Object.entries(written).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as unknown as Exchange;
};

const withWholeBody = (answer: Answer): Answer => {
  if (answer.kind === 'failed') {
    return { kind: 'failed', failure: answer.failure, message: answer.message };
  }
  const { kind, status, headers, body, sharedTail } = answer;
  const whole = sharedTail === undefined ? body : Buffer.concat([body, sharedTail]);
  return { kind, status, headers, body: whole };
};

/** Looks at the rows of a slice, one after another. */
const lookThrough = (rowAt: RowAt, query: ExchangeQuery): LookIn => {
  const text = wantedText(query);
  return (slice, missing) => {
    const found: number[] = [];
    let [characters, read] = [0, 0];
    for (const row of matching(slice, query, rowAt)) {
      const seen = lookForText(row, text);
      found.push(...seen.found);
      characters += seen.characters;
      read += seen.read;
      if (found.length === missing || characters > mostCharacters) {
        return { found, to: row.seq, read };
      }
    }
    return { found, to: isBackwards(query) ? slice.first : slice.last, read };
  };
};

type RowAt = (seq: number) => JournalRow | undefined;

const lookForText = (row: JournalRow, wanted: string | undefined) => {
  if (wanted === undefined) return { found: [row.seq], characters: 0, read: 0 };
  const text = textOf(row.exchange);
  const found = text.toLowerCase().includes(wanted) ? [row.seq] : [];
  return { found, characters: text.length, read: 1 };
};

/** The rows that are what is asked for, but for their text. */
function* matching(slice: Range, query: ExchangeQuery, rowAt: RowAt): Generator<JournalRow> {
  for (const seq of placesOf(slice, query)) {
    const row = rowAt(seq);
    if (row !== undefined && isMatch(row, query)) yield row;
  }
}

function* placesOf({ first, last }: Range, query: ExchangeQuery): Generator<number> {
  if (isBackwards(query)) for (let seq = last; seq >= first; seq -= 1) yield seq;
  else for (let seq = first; seq <= last; seq += 1) yield seq;
}

const isMatch = (row: JournalRow, query: ExchangeQuery): boolean => {
  const { exchange, judgement } = row;
  const { status, notOrigin } = query;
  const given = { ...exchange.subject, ...exchange, verdict: judgement?.verdict };
  return (
    fields.every((field) => query[field] === undefined || query[field] === given[field]) &&
    (notOrigin === undefined || exchange.origin !== notOrigin) &&
    (status === undefined || isOfStatus(exchange, status))
  );
};

/** What must be equal. */
const fields = [
  ...(['direction', 'kind', 'origin', 'verdict'] as const),
  ...(['agentId', 'sessionId', 'playerId', 'transactionId', 'requestId'] as const),
];

const isOfStatus = ({ answer }: Exchange, wanted: StatusQuery): boolean => {
  if (answer.kind === 'failed') return wanted === 'none';
  if (typeof wanted === 'number') return answer.status === wanted;
  return wanted !== 'none' && Math.floor(answer.status / 100) === Number(wanted[0]);
};

/** Parts are kept apart by a character that nobody types; bytes that are no UTF-8 become U+FFFD. */
const textOf = ({ id, subject, request, answer }: Exchange): string =>
  [
    id,
    subject.sessionId,
    subject.playerId,
    subject.transactionId,
    subject.requestId,
    request.url,
    decoded(request.body),
    ...(answer.kind === 'failed'
      ? [answer.failure, answer.message]
      : [decoded(answer.body) + decoded(answer.sharedTail)]),
  ]
    .filter((part) => part !== undefined)
    .join('\u001f');

const decoded = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
