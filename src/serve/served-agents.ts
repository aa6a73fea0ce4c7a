import type { AgentConfiguration } from '../formats/configuration.ts';
import { secretsOfUrl } from '../signing/secret-mask.ts';
import { countText } from '../spec/platform-bounds.ts';
import { usageError, type WalletproofError } from '../spec/walletproof-error.ts';

/** What the manager sets of an agent; a key that is there with `undefined` takes the value away. */
export type AgentChange = Partial<
  Pick<AgentConfiguration, 'token' | 'callbackUrl' | 'unavailableGames' | 'players' | 'dialect'>
>;

/** The agents of a platform while it serves. */
export interface ServedAgents {
  /** As they are now, always the same map. An agent that changes is another object. */
  readonly now: ReadonlyMap<number, AgentConfiguration>;
  /** Who opened the agent: it stands in the configuration, or the manager did while the platform serves. */
  sourceOf(agentId: number): 'configuration' | 'admin';
  /** The names of what the manager has laid over the configuration. */
  changesOf(agentId: number): readonly string[];
  /** Every token and secret of a callback URL that there is or was: masks hide them all. Another array whenever one is added. */
  secrets(): readonly string[];
  /** Those that the agent has or had, the newest first. */
  tokensOf(agentId: number): readonly string[];
  /** Adds an agent; it must not be there yet. A usage error where too many are there. */
  open(agent: AgentConfiguration): void;
  /** Lays values over an agent that is there; a usage error where there are too many secrets. */
  change(agentId: number, change: AgentChange): void;
  /** Takes away an agent that the manager opened. */
  close(agentId: number): void;
  /** The configuration says so from now on; what the manager has changed stays over it. */
  configure(agents: readonly AgentConfiguration[]): void;
  /** Told after every change, until the function given back is called. */
  onChange(hear: () => void): () => void;
}

/**
 * One list of agents for all who ask: whoever takes an agent out of `now` keeps it as it was, and
 * the next one gets it as it is then. Nothing of it is stored: tokens live in memory alone.
 * `ownSecret`: the admin token, which is nobody's to see either.
 */
export const createServedAgents = (
  configured: readonly AgentConfiguration[],
  { ownSecret, ...bounds }: ServedBounds & { readonly ownSecret?: string } = servedBounds,
): ServedAgents => {
  const now = new Map<number, AgentConfiguration>();
  const layers: Layers = { base: configured, opened: new Map(), changes: new Map() };
  const { opened, changes } = layers;
  const known = createKnownSecrets(ownSecret === undefined ? [] : [ownSecret]);
  const listeners = new Set<() => void>();
  const lay = (): void => {
    layOver(now, layers);
    for (const agent of now.values()) known.add(agent);
  };
  const after = (act: () => void): void => {
    act();
    lay();
    for (const hear of listeners) hear();
  };
  lay();
  return {
    now,
    sourceOf: (agentId) => (isIn(layers.base, agentId) ? 'configuration' : 'admin'),
    changesOf: (agentId) => Object.keys(changes.get(agentId) ?? {}),
    secrets: known.secrets,
    tokensOf: known.of,
    open: (agent) => {
      known.demandRoom(agent, bounds);
      after(() => opened.set(agent.id, agent));
    },
    change: (agentId, change) => {
      known.demandRoom({ id: agentId, ...change }, bounds);
      after(() => changes.set(agentId, { ...changes.get(agentId), ...change }));
    },
    close: (agentId) =>
      after(() => {
        known.end(agentId);
        opened.delete(agentId);
        changes.delete(agentId);
      }),
    configure: (agents) =>
      after(() => {
        layers.base = agents;
      }),
    onChange: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
};

/** What may be open and set at once, and of how many agents that have ended the secrets are known. */
export const servedBounds = { agents: 1_000, secrets: 1_000, ended: 100 };

type ServedBounds = typeof servedBounds;

interface Layers {
  base: readonly AgentConfiguration[];
  readonly opened: Map<number, AgentConfiguration>;
  readonly changes: Map<number, AgentChange>;
}

/** The map anew; an agent that is as it was stays the same object. */
const layOver = (now: Map<number, AgentConfiguration>, { base, opened, changes }: Layers): void => {
  const before = new Map(now);
  const others = [...opened.values()].filter(({ id }) => !isIn(base, id));
  now.clear();
  for (const agent of [...base, ...others]) {
    const next = { ...agent, ...changes.get(agent.id) };
    const last = before.get(agent.id);
    now.set(agent.id, last !== undefined && isSame(last, next) ? last : next);
  }
};

const isIn = (agents: readonly AgentConfiguration[], agentId: number): boolean =>
  agents.some(({ id }) => id === agentId);

/** Both are made of the same few keys in the same order. */
const isSame = (one: AgentConfiguration, other: AgentConfiguration): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * None of an agent that is there is forgotten: what was signed or said with an old one must not show
 * it either. An agent that has ended may still say something: those of the last ones are kept, too.
 */
const createKnownSecrets = (own: readonly string[]) => {
  const tokens = new Map<number, readonly string[]>();
  const held = new Map<number, ReadonlySet<string>>();
  const ended = new Set<number>();
  let all = own;
  const freshOf = (holder: SecretHolder): string[] => secretsOf(holder).filter((each) => !all.includes(each));
  const forgetOldest = (): void => {
    const [oldest] = ended;
    if (oldest === undefined) return;
    ended.delete(oldest);
    held.delete(oldest);
    all = [...new Set([...own, ...[...held.values()].flatMap((secrets) => [...secrets])])];
  };
  return {
    demandRoom: (holder: SecretHolder, { agents, secrets, ended: most }: ServedBounds): void => {
      const lacksAgents = () => !held.has(holder.id) && held.size >= agents;
      const lacksSecrets = () => freshOf(holder).length > 0 && all.length + freshOf(holder).length > secrets;
      while (ended.size > most || (ended.size > 0 && (lacksAgents() || lacksSecrets()))) {
        forgetOldest();
      }
      if (lacksAgents()) throw tooMany(agents, 'agents are open');
      if (lacksSecrets()) throw tooMany(secrets, 'tokens, and passwords of URLs, were set');
    },
    secrets: () => all,
    of: (agentId: number) => tokens.get(agentId) ?? [],
    add: (agent: AgentConfiguration): void => {
      const { id, token } = agent;
      ended.delete(id);
      const fresh = freshOf(agent);
      held.set(id, new Set([...(held.get(id) ?? []), ...secretsOf(agent)]));
      if (fresh.length > 0) all = [...all, ...fresh];
      if (token === undefined) return;
      const former = tokens.get(id) ?? [];
      tokens.set(id, [token, ...former.filter((each) => each !== token)]);
    },
    /** The next agent of that id has nothing to do with its tokens. */
    end: (agentId: number): void => {
      tokens.delete(agentId);
      if (held.has(agentId)) ended.add(agentId);
    },
  };
};

const secretsOf = ({ token, callbackUrl }: SecretHolder): readonly string[] => [
  ...(token === undefined ? [] : [token]),
  ...secretsOfUrl(callbackUrl),
];

type SecretHolder = Pick<AgentConfiguration, 'id' | 'token' | 'callbackUrl'>;

const tooMany = (limit: number, what: string): WalletproofError =>
  usageError(
    `${countText(limit)} ${what}, and all are remembered.`,
    'End agents that are not needed any more: DELETE /__admin/agents/ID.',
  );
