import type { Journal } from '../journal/journal.ts';
import { type ServedAgents, servedBounds } from './served-agents.ts';

/** Agents that the manager opened: their ids, and where in the journal each one begins. */
export interface OpenedAgents {
  /** Never one that was given before. */
  freeId(): number;
  /** What an earlier agent of that id said has its place in the journal then. */
  settle(id: number | undefined): Promise<void>;
  begin(id: number): void;
  since(id: number): number;
}

export const createOpenedAgents = (agents: ServedAgents, journal: Journal): OpenedAgents => {
  const since = new Map<number, number>();
  let nextId = firstFreeId;
  return {
    freeId: (): number => {
      while (agents.now.has(nextId)) nextId += 1;
      nextId += 1;
      return nextId - 1;
    },
    settle: async (id: number | undefined): Promise<void> => {
      if (id !== undefined && since.has(id)) await journal.flush();
    },
    begin: (id: number): void => {
      since.delete(id);
      since.set(id, journal.bounds().lastSeq);
      const [oldest] = since.keys();
      if (since.size > mostOpened && oldest !== undefined) since.delete(oldest);
    },
    since: (id: number): number => since.get(id) ?? 0,
  };
};

const firstFreeId = 2001;
/** Agents whose beginning is known: as many as are open at most, and as many that have ended. */
const mostOpened = 2 * servedBounds.agents;
