import type { AgentConfiguration } from '../formats/configuration.ts';
import type { diagnoseSignature, Explain } from '../signing/doctor/explain-signature.ts';
import type { ExchangeExplanation } from '../spec/exchange.ts';

interface RefusalExplainerOptions {
  readonly agents: ReadonlyMap<number, AgentConfiguration>;
  /** Tokens that an agent had before: none is known of when absent. */
  readonly formerTokensOf?: ((agentId: number) => readonly string[]) | undefined;
  /** The dialects that the platform takes, by name; `any` among them takes all. */
  readonly accept: readonly string[];
  /** Milliseconds that only go up. */
  readonly ticks?: () => number;
  readonly explain?: Explain;
}

/** A request whose signature was refused. */
export interface RefusedRequest {
  readonly agentId: number | undefined;
  readonly body: Uint8Array;
  /** X-Signature. */
  readonly header: string;
}

/** Explains refused signatures. */
export interface RefusalExplainer {
  /** Loads what explains them. Undefined once that is there: nobody has to wait any more. */
  ready(): Promise<void> | undefined;
  /** Resolves once nobody waits for it any more: who closes a platform loses no row. */
  settled(): Promise<void> | undefined;
  /** Says why a signature was refused; undefined where there is no time to look into it. */
  explain(request: RefusedRequest): ExchangeExplanation | undefined;
}

/** No more than this a second: a flood of wrong signatures must not keep anybody waiting. */
const mostPerSecond = 5;

/** Nor is more of a second spent on it, one last search aside. Milliseconds. */
const spentPerSecond = 100;

/** Explains refused signatures to the agents of a platform, once it is ready. */
export const createRefusalExplainer = ({
  agents,
  formerTokensOf = () => [],
  accept,
  ticks = () => performance.now(),
  explain,
}: RefusalExplainerOptions): RefusalExplainer => {
  const budget = createBudget(ticks);
  let diagnose: typeof diagnoseSignature | undefined;
  let loading: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    // Loaded here: a platform that refuses nobody does without it, and it is a tenth of a start.
    ({ diagnoseSignature: diagnose } = await import('../signing/doctor/explain-signature.ts'));
  };
  const ready = (): Promise<void> | undefined => {
    if (diagnose !== undefined) return undefined;
    loading ??= load();
    return loading;
  };
  const explainTo = ({ agentId, body, header }: RefusedRequest) => {
    const agent = agentId === undefined ? undefined : agents.get(agentId);
    const token = agent?.token;
    const told = diagnose;
    if (agent === undefined || token === undefined || told === undefined) return undefined;
    const otherTokens = [...agents.values()].flatMap((other) =>
      other.token === undefined || other.token === token ? [] : [other.token],
    );
    const formerTokens = formerTokensOf(agent.id).filter((former) => former !== token);
    const tokens = { token, otherTokens, formerTokens };
    const question = { body, header, ...tokens, accept, budget: { now: ticks } };
    return budget.spend(() => told(question, explain));
  };
  return { ready, settled: () => loading, explain: explainTo };
};

/** Lets through what there is time for. */
const createBudget = (ticks: () => number) => {
  let since = Number.NEGATIVE_INFINITY;
  let done = 0;
  let spent = 0;
  return {
    spend: <T>(diagnose: () => T): T | undefined => {
      const begin = ticks();
      if (begin - since >= 1000) {
        since = begin;
        done = 0;
        spent = 0;
      }
      if (done >= mostPerSecond || spent >= spentPerSecond) return undefined;
      done += 1;
      try {
        return diagnose();
      } finally {
        spent += ticks() - begin;
      }
    },
  };
};
