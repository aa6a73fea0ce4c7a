import { LRUCache } from 'lru-cache';
import type { AgentConfiguration } from '../formats/configuration.ts';
import type { KnownAgent } from '../formats/known-agent.ts';
import type { Callback } from '../spec/callback.ts';
import type { AgentMemory } from './agent-memory.ts';

interface DialectsOptions {
  /** What is known of agents from earlier runs; nothing is remembered where it is absent. */
  readonly memory?: AgentMemory | undefined;
  /** Looks for the dialect that an agent verifies; nobody looks where it is absent. */
  readonly searchDialect?: SearchDialect | undefined;
  /** Told of a dialect that was found. */
  readonly onDialect?: ((agentId: number, dialect: string) => void) | undefined;
}

/** A callback that was refused for its signature, and whom it went to. */
export interface RefusedSignature {
  readonly agent: AgentConfiguration;
  readonly callbackUrl: string;
  readonly callback: Callback;
}

/** Asks an agent by getBalance which dialect it verifies; undefined where it is none that is known. */
export type SearchDialect = (refused: RefusedSignature) => Promise<string | undefined>;

/** Programs whose dialect is known; of one that is forgotten it is looked for again. */
const mostFound = 1_000;

/** In which dialect callbacks are signed: as configured, as found, or as remembered. */
export const createDialects = ({ memory, searchDialect, onDialect }: DialectsOptions) => {
  const found = new LRUCache<string, string>({ max: mostFound });
  const knownOf = ({ id, callbackUrl }: AgentConfiguration): KnownAgent => {
    if (callbackUrl === undefined || memory === undefined) return {};
    return memory.of({ callbackUrl, agentId: id });
  };
  return {
    knownOf,
    of: (agent: AgentConfiguration | undefined): string | undefined =>
      agent && (agent.dialect ?? found.get(placeOf(agent)) ?? knownOf(agent).dialect),
    /** What was found of an agent that has ended says nothing of the next one of that id. */
    forget: (agentId: number): void => {
      for (const place of [...found.keys()]) {
        if (place.startsWith(`${agentId} `)) found.delete(place);
      }
    },
    use: (agent: AgentConfiguration | undefined, dialect: string): void => {
      if (agent !== undefined) found.set(placeOf(agent), dialect);
    },
    searchFor:
      (agent: AgentConfiguration, callbackUrl: string) =>
      async (callback: Callback): Promise<string | undefined> => {
        if (agent.dialect !== undefined) return undefined;
        const dialect = await searchDialect?.({ agent, callbackUrl, callback });
        if (dialect === undefined) return undefined;
        found.set(placeOf(agent), dialect);
        memory?.keep({ callbackUrl, agentId: agent.id }, { ...knownOf(agent), dialect });
        onDialect?.(agent.id, dialect);
        return dialect;
      },
  };
};

/** Behind another URL is another program. */
const placeOf = ({ id, callbackUrl }: AgentConfiguration): string => `${id} ${callbackUrl}`;
