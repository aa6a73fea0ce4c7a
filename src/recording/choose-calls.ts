import { inOrder } from './in-order.ts';
import type { Note } from './note.ts';
import type { RecordedCall } from './recorded-call.ts';

/** A scenario of more is hard to read, and takes long. */
const mostCalls = 500;
/** `player` goes no further. */
const mostPlayers = 100;

/** The calls that one scenario can hold; tells of those that are left out. */
export const chooseCalls = (
  calls: readonly RecordedCall[],
  note: Note,
): readonly RecordedCall[] => {
  const newest = calls.slice(-mostCalls);
  if (newest.length < calls.length) {
    note(
      `${calls.length - newest.length} older calls are left out: ${mostCalls} are the most in a recording.`,
    );
  }
  return inOrder(withFewPlayers(ofOneAgent(newest, note), note));
};

const ofOneAgent = (calls: readonly RecordedCall[], note: Note): readonly RecordedCall[] => {
  const agentId = calls.find(({ callback }) => callback !== undefined)?.callback?.agentId;
  const own = calls.filter(({ callback }) => (callback?.agentId ?? agentId) === agentId);
  if (own.length < calls.length) {
    note(
      `${calls.length - own.length} calls to other agents are left out: a scenario is played against one agent.`,
    );
  }
  return own;
};

const withFewPlayers = (calls: readonly RecordedCall[], note: Note): readonly RecordedCall[] => {
  const ids = calls.flatMap(({ callback }) => callback?.playerId ?? []);
  const players = new Set([...new Set(ids)].slice(0, mostPlayers));
  const kept = calls.filter(
    ({ callback }) => callback === undefined || players.has(callback.playerId),
  );
  if (kept.length < calls.length) {
    note(
      `${calls.length - kept.length} calls are left out: a scenario has ${mostPlayers} players at most.`,
    );
  }
  return kept;
};
