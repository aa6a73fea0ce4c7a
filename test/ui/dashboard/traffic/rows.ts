import { signal } from '@preact/signals';
import type { AdminEvent } from '../../../../src/api/schemas/admin-event.ts';
import type { ExchangePage, ExchangeRow } from '../../../../src/api/schemas/exchanges.ts';
import { type PageAsked, TrafficRows, type TrafficSource } from '../../../../src/ui/dashboard/traffic/traffic-rows.ts';
import type { Place, TrafficSession } from '../../../../src/ui/dashboard/traffic/traffic-session.ts';

/** An exchange of a journal in which the id tells the seq. */
export const rowOf = (seq: number, given: Partial<ExchangeRow> = {}): ExchangeRow => ({
  seq,
  id: `ex-${seq}`,
  direction: 'callback',
  kind: 'makeBet',
  status: 200,
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  ...given,
});

export const rowsOf = (...seqs: readonly number[]): ExchangeRow[] => seqs.map((seq) => rowOf(seq));

/** The events of these rows. */
export const toldOf = (...seqs: readonly number[]): AdminEvent[] =>
  seqs.map((seq) => ({ kind: 'exchange', row: rowOf(seq) }));

/** A journal of so many exchanges, of which `passes` are found. */
export const createJournal = (lastSeq: number, passes: (seq: number) => boolean = () => true) => {
  const journal = { firstSeq: 1, lastSeq, passes, isDown: false };
  const asked: PageAsked[] = [];
  const waiting: (() => void)[] = [];
  const between = ({ afterSeq = 0, beforeSeq = Number.POSITIVE_INFINITY }: Omit<PageAsked, 'limit'>): number[] => {
    if (journal.isDown) throw new Error('away');
    const seqs = Array.from({ length: journal.lastSeq - journal.firstSeq + 1 }, (_, index) => journal.firstSeq + index);
    return seqs.filter((seq) => seq > afterSeq && seq < beforeSeq && journal.passes(seq));
  };
  const load = async (page: PageAsked): Promise<ExchangePage> => {
    asked.push(page);
    const { limit, offset = 0, afterSeq } = page;
    const matching = between(page);
    const [end, rest] = [Math.max(0, matching.length - offset), matching.slice(offset)];
    const taken = afterSeq === undefined ? matching.slice(Math.max(0, end - limit), end) : rest.slice(0, limit);
    const more = afterSeq === undefined ? end > limit : rest.length > limit;
    const { firstSeq, lastSeq: last } = journal;
    const searchedTo = more ? { searchedTo: (afterSeq === undefined ? taken[0] : taken.at(-1)) ?? 0 } : {};
    return { rows: rowsOf(...taken), firstSeq, lastSeq: last, more, ...searchedTo };
  };
  const source: TrafficSource = {
    load,
    count: async (bounds) => ({ count: between(bounds).length, isMore: false }),
    passes: () => undefined,
    asksVerdict: false,
    changed: () => undefined,
    later: (call) => waiting.push(call),
  };
  /** Lets what was put off happen, and answers come. */
  const settle = async (): Promise<void> => {
    for (const call of waiting.splice(0)) call();
    await new Promise(setImmediate);
  };
  return { source, journal, asked, settle };
};

/** The list of such a journal, once it is there. */
export const openRows = async (
  lastSeq: number,
  { passes, ...given }: Partial<Omit<TrafficSource, 'passes'>> & { readonly passes?: (seq: number) => boolean } = {},
) => {
  const made = createJournal(lastSeq, passes);
  const rows = new TrafficRows({ ...made.source, ...given });
  await made.settle();
  return { ...made, rows, seqs: () => Array.from({ length: rows.count() }, (_, index) => rows.seqAt(index)) };
};

/** The list of a journal of so many exchanges, as a reader has it who has just opened it. */
export const openSession = async (count: number): Promise<TrafficSession> => {
  const { source, settle } = createJournal(count);
  const rows = new TrafficRows({ ...source, passes: () => true });
  await settle();
  return {
    ...{ query: '', filter: {}, rows, version: signal(0), seenSeq: 0 },
    pausedAt: signal<number | undefined>(undefined),
    cursor: signal<Place | undefined>(undefined),
    isFollowing: signal(true),
    top: { seq: 0, index: 0, shift: 0 },
  };
};
