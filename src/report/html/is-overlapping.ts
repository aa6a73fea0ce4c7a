import type { ReportedExchange } from '../../spec/run.ts';

/** Start times are whole milliseconds: what overlaps by less may well have come one after the other. */
const resolutionMs = 1;

/** Unix milliseconds. */
export const startOf = ({ startedAt }: ReportedExchange): number => Date.parse(startedAt);

/** Unix milliseconds. */
export const endOf = (exchange: ReportedExchange): number =>
  startOf(exchange) + exchange.durationMs;

/** Whether the later of two exchanges surely began before the earlier was answered. */
export const isOverlapping = (one: ReportedExchange, other: ReportedExchange): boolean => {
  const [earlier, later] = startOf(one) <= startOf(other) ? [one, other] : [other, one];
  return startOf(later) + resolutionMs < endOf(earlier);
};
