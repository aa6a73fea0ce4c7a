import { useMemo } from 'preact/hooks';
import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { type Round, roundsOf } from './rounds.ts';
import { countUpTo } from './traffic-rows.ts';
import type { TrafficSession } from './traffic-session.ts';

/** A line of the list: a call, undefined while it is being read, or the heading of a round. */
export type ListLine =
  | { readonly kind: 'call'; readonly seq: number; readonly row: ExchangeRow | undefined }
  | { readonly kind: 'round'; readonly seq: number; readonly round: Round };

/** The lines of the list, oldest first. */
export interface ListLines {
  readonly count: number;
  readonly lineAt: (index: number) => ListLine;
  readonly seqAt: (index: number) => number;
  /** The line of the call of that seq, or of the first behind it; -1 when there is none. */
  readonly indexOf: (seq: number) => number;
}

/** What is shown: call after call, or rounds with their calls. */
export const linesOf = (session: TrafficSession): ListLines => {
  const { rows, pausedAt, filter } = session;
  const count = countUpTo(rows, pausedAt.value);
  if (filter.group === 'round') return groupedLines(session, count);
  const lineAt = (index: number): ListLine => ({
    ...{ kind: 'call', seq: rows.seqAt(index) },
    row: rows.rowAt(index),
  });
  return {
    ...{ count, lineAt, seqAt: rows.seqAt },
    indexOf: (seq) => {
      const index = rows.indexOf(seq);
      return index < count ? index : -1;
    },
  };
};

/** The same for a list that is drawn: rounds are made when rows have changed, not with each scroll and key. */
export const useLines = (session: TrafficSession): ListLines => {
  const { rows, version, pausedAt, filter } = session;
  const rounds = useMemo(
    () => (filter.group === 'round' ? linesOf(session) : undefined),
    [session, rows, version.value, pausedAt.value],
  );
  return rounds ?? linesOf(session);
};

const groupedLines = ({ rows }: TrafficSession, count: number): ListLines => {
  const known = Array.from({ length: count }, (_, index) => rows.rowAt(index));
  const rounds = roundsOf(known.filter((row) => row !== undefined));
  const lines = rounds.flatMap((round): readonly ListLine[] => [
    { kind: 'round', seq: round.seq, round },
    ...round.calls.map((row) => ({ kind: 'call', seq: row.seq, row }) as const),
  ]);
  return {
    count: lines.length,
    lineAt: (index) => lines[index] ?? { kind: 'call', seq: -1, row: undefined },
    seqAt: (index) => lines[index]?.seq ?? -1,
    indexOf: (seq) => {
      const place = lines.findIndex((line) => line.kind === 'call' && line.seq === seq);
      return place >= 0 ? place : lines.findIndex((line) => line.seq > seq);
    },
  };
};
