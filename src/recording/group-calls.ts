import type { Note } from './note.ts';
import type { RecordedCall } from './recorded-call.ts';
import { transactionOf } from './transaction-of.ts';

/**
 * Positions of the calls that are one step: several where they were all under way at one moment
 * and two or more of them can move money, else one.
 */
export const groupCalls = (
  calls: readonly RecordedCall[],
  note: Note,
): readonly (readonly number[])[] => {
  const groups = overlapping(calls);
  return groups.flatMap((group) => {
    const moving = group.filter((each) => transactionOf(calls[each]?.callback) !== undefined);
    if (moving.length < 2) return alone(group);
    if (group.every((each) => isPlain(calls[each]))) return [group];
    note(
      `${group.length} calls were under way at once; one of them lost its answer or was no right callback, so that they are sent one after another.`,
    );
    return alone(group);
  });
};

const alone = (group: readonly number[]): readonly number[][] => group.map((each) => [each]);

/** Times are whole milliseconds: one call right after another can seem to share less than one. */
const leastSharedMs = 1;

/** Calls that share a moment: each begins before any of the others ends. */
const overlapping = (calls: readonly RecordedCall[]): readonly number[][] => {
  const groups: number[][] = [];
  let shared = { from: 0, to: Number.NEGATIVE_INFINITY };
  for (const [position, { startedAt, durationMs }] of calls.entries()) {
    const from = Math.max(shared.from, startedAt);
    const to = Math.min(shared.to, startedAt + durationMs);
    const group = groups.at(-1);
    if (group !== undefined && to - from >= leastSharedMs) {
      group.push(position);
      shared = { from, to };
    } else {
      groups.push([position]);
      shared = { from: startedAt, to: startedAt + durationMs };
    }
  }
  return groups;
};

/** What is judged inside `together`: a right callback whose answer was heard. */
const isPlain = (call: RecordedCall | undefined): boolean =>
  call?.callback !== undefined && call.signature === 'valid' && !call.answerLost;
