import type { Call } from './evidence.ts';
import { endOf, isOverlapping, startOf } from './is-overlapping.ts';

/** An arrow of the diagram; `answer` also stands for an answer that never came. */
export interface DiagramRow {
  readonly part: 'request' | 'answer';
  readonly call: Call;
  /** 0 for a call alone; calls at the same time have lanes of their own. */
  readonly lane: number;
}

interface Running {
  readonly call: Call;
  readonly lane: number;
}

const freeLane = (running: readonly Running[]): number => {
  const taken = new Set(running.map(({ lane }) => lane));
  let lane = 0;
  while (taken.has(lane)) lane += 1;
  return lane;
};

const answersOf = (ended: readonly Running[]): DiagramRow[] =>
  ended
    .toSorted((one, other) => endOf(one.call.exchange) - endOf(other.call.exchange))
    .map(({ call, lane }) => ({ part: 'answer', call, lane }));

/** Requests and answers in the order in which they went over the line, with overlaps kept. */
export const layOutCalls = (calls: readonly Call[]): DiagramRow[] => {
  const rows: DiagramRow[] = [];
  let running: Running[] = [];
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
