/** What is under way to one agent, whatever becomes of its token and its URL meanwhile. */
export interface AgentState {
  /** Aborts when the agent has ended, or the platform closes. */
  readonly signal: AbortSignal;
  /** Waits for the work, which is under way meanwhile. */
  during<T>(work: Promise<T>): Promise<T>;
}

interface AgentStates {
  /** A new one where the agent has none, or has ended. */
  of(agentId: number): AgentState;
  /** Resolves once nothing is under way to the agent. */
  whenIdle(agentId: number): Promise<void>;
  /** Interrupts what is under way to the agent, and waits for it. */
  end(agentId: number): Promise<void>;
  /** Waits for everything that is under way. */
  allSettled(): Promise<void>;
}

/** The states of all agents that were called so far. */
export const createAgentStates = ({ signal }: { readonly signal?: AbortSignal }): AgentStates => {
  const states = new Map<number, OwnState>();
  const settled = async (underWay: Iterable<Promise<unknown>> = []): Promise<void> => {
    await Promise.allSettled(underWay);
  };
  return {
    of: (agentId) => {
      const state = states.get(agentId) ?? createState(signal);
      states.set(agentId, state);
      return state;
    },
    whenIdle: async (agentId) => {
      // What was answered may be followed by a retry, or by the next callback of a game.
      while ((states.get(agentId)?.underWay.size ?? 0) > 0) {
        await settled(states.get(agentId)?.underWay);
      }
    },
    end: async (agentId) => {
      const state = states.get(agentId);
      states.delete(agentId);
      state?.ending.abort();
      await settled(state?.underWay);
    },
    allSettled: async () => {
      await settled([...states.values()].flatMap(({ underWay }) => [...underWay]));
    },
  };
};

interface OwnState extends AgentState {
  readonly ending: AbortController;
  readonly underWay: ReadonlySet<Promise<unknown>>;
}

const createState = (closing: AbortSignal | undefined): OwnState => {
  const ending = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  return {
    ending,
    underWay,
    signal: closing === undefined ? ending.signal : AbortSignal.any([closing, ending.signal]),
    during: async (work) => {
      underWay.add(work);
      try {
        return await work;
      } finally {
        underWay.delete(work);
      }
    },
  };
};
