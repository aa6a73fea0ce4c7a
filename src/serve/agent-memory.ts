import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { KnownAgent, RememberedAgents } from '../formats/known-agent.ts';

/** Whom something is remembered of. */
export interface RememberedAs {
  readonly callbackUrl: string;
  readonly agentId: number;
}

/**
 * What is known of agents from earlier runs, for every command alike. A hint only: whoever uses it
 * checks it by the first getBalance.
 */
export interface AgentMemory {
  /** Loads what reads the file; to be waited for before the first question. */
  ready(): Promise<void>;
  /** Nothing where the agent is new, or the file cannot be read. */
  of(agent: RememberedAs): KnownAgent;
  /** In place of what was known; what other processes have written meanwhile stays. */
  keep(agent: RememberedAs, known: KnownAgent): void;
}

interface AgentMemoryOptions {
  /** Such as `.walletproof/agents.json`. */
  readonly file: string;
  /** Takes a sentence about a file that is damaged, or cannot be written: no run fails for it. */
  readonly tell: (sentence: string) => void;
}

/** Agents that were called last; older ones are forgotten. */
const mostAgents = 100;

/** A memory in a file, which is read with each question: another process may have written to it. */
export const openAgentMemory = ({ file, tell }: AgentMemoryOptions): AgentMemory => {
  let parseRemembered: ((text: string) => RememberedAgents | undefined) | undefined;
  const read = (): RememberedAgents => {
    const text = textOf(file);
    if (text === undefined) return [];
    if (parseRemembered === undefined) throw new Error(`${file} is read before it can be.`);
    const remembered = parseRemembered(text);
    if (remembered !== undefined) return remembered;
    const aside = `${file}.damaged`;
    quietly(() => renameSync(file, aside));
    tell(`${file} was not written by walletproof, or is damaged: it is ignored (${aside}).`);
    return [];
  };
  return {
    ready: async () => {
      // Loaded here: zod takes a tenth of a start of `serve`, which calls no agent yet.
      ({ parseRemembered } = await import('../formats/known-agent.ts'));
    },
    of: (agent) => read().find(isAbout(agent))?.known ?? {},
    keep: (agent, known) => {
      const isOther = (each: RememberedAgents[number]): boolean => !isAbout(agent)(each);
      const { agentId } = agent;
      const kept = { callbackUrl: withoutSecrets(agent.callbackUrl), agentId, known };
      const agents = [...read().filter(isOther), kept].slice(-mostAgents);
      const problem = quietly(() => writeWhole(file, `${JSON.stringify(agents, undefined, 2)}\n`));
      if (problem !== undefined) tell(`What is known of the agent is not kept: ${problem}.`);
    },
  };
};

const isAbout =
  ({ callbackUrl, agentId }: RememberedAs) =>
  (each: RememberedAs): boolean =>
    each.agentId === agentId && each.callbackUrl === withoutSecrets(callbackUrl);

/** Password and query may be secrets, and do not tell one agent from another. */
const withoutSecrets = (callbackUrl: string): string => {
  const { origin, pathname } = new URL(callbackUrl);
  return `${origin}${pathname}`;
};

const textOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** Another process sees the old text or the new one, never half of it. */
const writeWhole = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  const beside = `${file}.${process.pid}.new`;
  writeFileSync(beside, text);
  renameSync(beside, file);
};

/** What went wrong; undefined where nothing did. */
const quietly = (act: () => void): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return (Object(error) as Partial<Error>).message ?? String(error);
  }
};
