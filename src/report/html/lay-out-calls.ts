import type { ReportedExchange } from '../../formats/run.ts';
import type { StoryCall } from './report-view.ts';

/** An arrow of the diagram; `answer` also stands for an answer that never came. */
export interface DiagramRow {
  readonly part: 'request' | 'answer';
  readonly call: StoryCall;
  /** 0 for a call alone; calls at the same time have lanes of their own. */
  readonly lane: number;
}

interface OpenCall {
  readonly call: StoryCall;
  readonly lane: number;
}

/** Requests and answers in the order in which they went over the line, with overlaps kept. */
export const layOutCalls = (calls: readonly StoryCall[]): DiagramRow[] => {
  const rows: DiagramRow[] = [];
  let running: OpenCall[] = [];
  const inOrder = calls.toSorted((one, other) => startOf(one.exchange) - startOf(other.exchange));
  for (const call of inOrder) {
    const still = running.filter((other) => isOverlapping(other.call.exchange, call.exchange));
    rows.push(...answersOf(running.filter((other) => !still.includes(other))));
    const lane = freeLane(still);
    rows.push({ part: 'request', call, lane });
    running = [...still, { call, lane }];
  }
  return [...rows, ...answersOf(running)];
};

/** Unix milliseconds. */
const startOf = ({ startedAt }: ReportedExchange): number => Date.parse(startedAt);

const answersOf = (ended: readonly OpenCall[]): DiagramRow[] =>
  ended
    .toSorted((one, other) => endOf(one.call.exchange) - endOf(other.call.exchange))
    .map(({ call, lane }) => ({ part: 'answer', call, lane }));

/** Unix milliseconds. */
const endOf = (exchange: ReportedExchange): number => startOf(exchange) + exchange.durationMs;

const freeLane = (running: readonly OpenCall[]): number => {
  const taken = new Set(running.map(({ lane }) => lane));
  let lane = 0;
  while (taken.has(lane)) lane += 1;
  return lane;
};

/** Start times are whole milliseconds: what overlaps by less may well have come one after the other. */
const resolutionMs = 1;

/** Whether the later of two exchanges surely began before the earlier was answered. */
export const isOverlapping = (one: ReportedExchange, other: ReportedExchange): boolean => {
  const [earlier, later] = startOf(one) <= startOf(other) ? [one, other] : [other, one];
  return startOf(later) + resolutionMs < endOf(earlier);
};
