import { useMemo } from 'preact/hooks';
import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { type Round, roundsOf } from './rounds.ts';
import { nearStart } from './traffic-rows.ts';
import type { Place, TrafficSession } from './traffic-session.ts';

/** A line of the list: a call, undefined while it is being read, or the heading of a round. */
export type ListLine =
  | { readonly kind: 'call'; readonly seq: number; readonly row: ExchangeRow | undefined }
  | { readonly kind: 'round'; readonly seq: number; readonly round: Round };

/** The lines of the list, oldest first. */
export interface ListLines {
  readonly count: number;
  readonly lineAt: (index: number) => ListLine;
  /** 0 while it is not known. */
  readonly seqAt: (index: number) => number;
  /** The line of the call of that seq, or of the first behind it; -1 when there is none. */
  readonly indexOf: (seq: number) => number;
  /** These are in the window: what they are is read. */
  readonly want: (first: number, last: number) => void;
}

export const indexOfPlace = ({ indexOf }: Pick<ListLines, 'indexOf'>, { seq, index }: Place): number =>
  seq > 0 ? indexOf(seq) : index;

/** What is shown: call after call, or rounds with their calls. */
export const linesOf = (session: TrafficSession): ListLines => {
  const { rows, pausedAt, filter } = session;
  const count = rows.countUpTo(pausedAt.value);
  if (filter.group === 'round') return groupedLines(session, count);
  return {
    ...{ count, seqAt: rows.seqAt, want: rows.want },
    lineAt: (index) => ({ kind: 'call', seq: rows.seqAt(index), row: rows.rowAt(index) }),
    indexOf: (seq) => {
      const index = rows.indexOf(seq);
      return index < count ? index : -1;
    },
  };
};

/** The same for a list that is drawn: rounds are made when rows have changed, not with each scroll and key. */
export const useLines = (session: TrafficSession): ListLines => {
  const { version, pausedAt, filter } = session;
  const rounds = useMemo(
    () => (filter.group === 'round' ? linesOf(session) : undefined),
    [session, version.value, pausedAt.value],
  );
  return rounds ?? linesOf(session);
};

/** So many calls at most are put into rounds: all of them are held. */
const mostGrouped = 10_000;

/** The newest calls by round, as far back as they are read; more are read as somebody comes to the first. */
const groupedLines = ({ rows }: TrafficSession, count: number): ListLines => {
  const known: ExchangeRow[] = [];
  for (let row = rows.rowAt(count - 1); row !== undefined; row = rows.rowAt(count - 1 - known.length)) known.push(row);
  const lines = roundsOf(known.reverse()).flatMap((round): readonly ListLine[] => [
    { kind: 'round', seq: round.seq, round },
    ...round.calls.map((row) => ({ kind: 'call', seq: row.seq, row }) as const),
  ]);
  const first = count - known.length;
  return {
    count: lines.length,
    lineAt: (index) => lines[index] ?? { kind: 'call', seq: 0, row: undefined },
    seqAt: (index) => lines[index]?.seq ?? 0,
    indexOf: (seq) => {
      const place = lines.findIndex((line) => line.kind === 'call' && line.seq === seq);
      return place >= 0 ? place : lines.findIndex((line) => line.seq > seq);
    },
    want: (line) => {
      const isNear = line < nearStart && known.length < mostGrouped;
      rows.want(isNear ? Math.max(0, first - 200) : Math.max(nearStart, first), count - 1);
    },
  };
};
