import { signal } from '@preact/signals';
import type { ExchangePage, ExchangeRow } from '../../../../src/api/schemas/exchanges.ts';
import { createDenseRows } from '../../../../src/ui/dashboard/traffic/dense-rows.ts';
import type { PageAsked, TrafficSource } from '../../../../src/ui/dashboard/traffic/traffic-rows.ts';
import type { TrafficSession } from '../../../../src/ui/dashboard/traffic/traffic-session.ts';

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

/** A journal of so many exchanges, of which `passes` are found. */
export const createJournal = (count: number, passes: (seq: number) => boolean = () => true) => {
  const state = { lastSeq: count };
  const asked: PageAsked[] = [];
  const waiting: (() => void)[] = [];
  const found = (): number[] => Array.from({ length: state.lastSeq }, (_, index) => index + 1).filter(passes);
  const load = async (page: PageAsked): Promise<ExchangePage> => {
    asked.push(page);
    return pageOf(found(), page, state.lastSeq);
  };
  const source: TrafficSource = {
    load,
    passes: () => undefined,
    changed: () => undefined,
    later: (call) => waiting.push(call),
  };
  /** Lets what was put off happen, and answers come. */
  const settle = async (): Promise<void> => {
    for (const call of waiting.splice(0)) call();
    await new Promise(setImmediate);
  };
  return { source, state, asked, settle };
};

const pageOf = (
  found: readonly number[],
  { limit, afterSeq, beforeSeq = Number.POSITIVE_INFINITY }: PageAsked,
  lastSeq: number,
): ExchangePage => {
  const matching = found.filter((seq) => seq > (afterSeq ?? 0) && seq < beforeSeq);
  const taken = afterSeq === undefined ? matching.slice(-limit) : matching.slice(0, limit);
  const more = taken.length < matching.length;
  return { rows: rowsOf(...taken), firstSeq: 1, lastSeq, more };
};

/** The list of a journal of so many exchanges, as a reader has it who has just opened it. */
export const openSession = async (count: number): Promise<TrafficSession> => {
  const { source, settle } = createJournal(count);
  const rows = createDenseRows(source);
  await settle();
  return {
    query: '',
    filter: {},
    rows,
    version: signal(0),
    pausedAt: signal<number | undefined>(undefined),
    activeSeq: signal<number | undefined>(undefined),
    isFollowing: signal(true),
    top: { seq: 0, shift: 0 },
    seenSeq: 0,
  };
};
