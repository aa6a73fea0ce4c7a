import { transactionIdOf } from '../spec/callback.ts';
import type { Note, RecordedCall } from './recorded-call.ts';

/** A scenario of more is hard to read, and takes long. */
const mostCalls = 500;

/** `player` goes no further. */
const mostPlayers = 100;

/** The calls that one scenario can hold; tells of those that are left out. */
export const chooseCalls = (calls: readonly RecordedCall[], note: Note): readonly RecordedCall[] => {
  const newest = calls.slice(-mostCalls);
  if (newest.length < calls.length) {
    note(`${calls.length - newest.length} older calls are left out: ${mostCalls} are the most in a recording.`);
  }
  return inOrder(withFewPlayers(ofOneAgent(newest, note), note));
};

const ofOneAgent = (calls: readonly RecordedCall[], note: Note): readonly RecordedCall[] => {
  const agentId = calls.find(({ callback }) => callback !== undefined)?.callback?.agentId;
  const own = calls.filter(({ callback }) => (callback?.agentId ?? agentId) === agentId);
  if (own.length < calls.length) {
    note(`${calls.length - own.length} calls to other agents are left out: a scenario is played against one agent.`);
  }
  return own;
};

const withFewPlayers = (calls: readonly RecordedCall[], note: Note): readonly RecordedCall[] => {
  const ids = calls.flatMap(({ callback }) => callback?.playerId ?? []);
  const players = new Set([...new Set(ids)].slice(0, mostPlayers));
  const kept = calls.filter(({ callback }) => callback === undefined || players.has(callback.playerId));
  if (kept.length < calls.length) {
    note(`${calls.length - kept.length} calls are left out: a scenario has ${mostPlayers} players at most.`);
  }
  return kept;
};

/** How much later an earlier call may be noted. */
const slackMs = 100;

/**
 * Calls by their beginnings. A journal has them by their ends; where those go back in time, somebody
 * moved the clock, and the order of the journal is the best there is.
 */
const inOrder = (calls: readonly RecordedCall[]): readonly RecordedCall[] =>
  isOfOneClock(calls) ? calls.toSorted((one, other) => one.startedAt - other.startedAt) : calls;

const isOfOneClock = (calls: readonly RecordedCall[]): boolean =>
  calls.every((call, index) => {
    const before = calls[index - 1];
    return before === undefined || endOf(call) + slackMs >= endOf(before);
  });

const endOf = ({ startedAt, durationMs }: RecordedCall): number => startedAt + durationMs;

/**
 * Positions of the calls that are one step: several where they were all under way at one moment
 * and two or more of them can move money, else one.
 */
export const groupCalls = (calls: readonly RecordedCall[], note: Note): readonly (readonly number[])[] => {
  const groups = overlapping(calls);
  return groups.flatMap((group) => {
    const moving = group.filter((each) => transactionIdOf(calls[each]?.callback) !== undefined);
    if (moving.length < 2) return alone(group);
    if (group.every((each) => isPlain(calls[each]))) return [group];
    note(
      `${group.length} calls were under way at once; one of them lost its answer or was not a valid callback, so they are sent one after another.`,
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
  call?.callback !== undefined && call.signature === 'valid' && call.lost === undefined;
