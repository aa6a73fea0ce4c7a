/** When something began, ISO 8601, and for how long it went on. */
interface Timed {
  readonly startedAt: string;
  readonly durationMs: number;
}

/** Unix milliseconds. */
export const startOf = ({ startedAt }: Timed): number => Date.parse(startedAt);

/** Unix milliseconds. */
export const endOf = (call: Timed): number => startOf(call) + call.durationMs;

/** Start times are whole milliseconds: what overlaps by less may well have come one after the other. */
const resolutionMs = 1;

/** Whether the later of two calls surely began before the earlier was answered. */
export const isOverlapping = (one: Timed, other: Timed): boolean => {
  const [earlier, later] = startOf(one) <= startOf(other) ? [one, other] : [other, one];
  return startOf(later) + resolutionMs < endOf(earlier);
};

/** Neighbours that went at once stand together; each call alone is a group of its own. */
export const groupsAtOnce = <Call extends Timed>(calls: readonly Call[]): readonly Call[][] => {
  const groups: Call[][] = [];
  for (const call of calls) {
    const group = groups.at(-1);
    if (group?.some((other) => isOverlapping(other, call)) === true) group.push(call);
    else groups.push([call]);
  }
  return groups;
};
