import type { AgentConfiguration } from '../formats/configuration.ts';
import type { diagnoseSignature, Explain } from '../signing/doctor/explain-signature.ts';
import type { ExchangeExplanation } from '../spec/exchange.ts';

/**
 * When the reason of a refused signature is looked for: after the answer, for the journal, or
 * before it, for its message as well.
 */
export type Explaining = 'afterwards' | 'in-answer';

interface RefusalExplainerOptions {
  readonly agents: ReadonlyMap<number, AgentConfiguration>;
  readonly when: Explaining;
  /** Tokens that an agent had before: none is known of when absent. */
  readonly formerTokensOf?: ((agentId: number) => readonly string[]) | undefined;
  /** The dialects that the platform takes, by name; `any` among them takes all. */
  readonly accept: readonly string[];
  /** Milliseconds that only go up. */
  readonly ticks?: () => number;
  readonly explain?: Explain;
}

/** No more than this a second: a flood of wrong signatures must not keep anybody waiting. */
const mostPerSecond = 5;

/** Nor is more of a second spent on it, one last search aside. Milliseconds. */
const spentPerSecond = 100;

/** Explains refused signatures to the agents of a platform, once it is ready. */
export class RefusalExplainer {
  readonly when: Explaining;
  readonly #options: RefusalExplainerOptions;
  readonly #ticks: () => number;
  #diagnose: typeof diagnoseSignature | undefined;
  #loading: Promise<void> | undefined;
  /** What was done of late. */
  #budget = { since: Number.NEGATIVE_INFINITY, done: 0, spentMs: 0 };

  constructor(options: RefusalExplainerOptions) {
    this.when = options.when;
    this.#options = options;
    this.#ticks = options.ticks ?? (() => performance.now());
  }

  /** Loads what explains them. Undefined once that is there: nobody has to wait any more. */
  ready(): Promise<void> | undefined {
    if (this.#diagnose !== undefined) return undefined;
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Resolves once nobody waits for it any more: who closes a platform loses no row. */
  settled(): Promise<void> | undefined {
    return this.#loading;
  }

  /** Says why the signature of a body, `header`, was refused; undefined where there is no time to look into it. */
  explain(agentId: number | undefined, body: Uint8Array, header: string): ExchangeExplanation | undefined {
    const { agents, formerTokensOf, accept, explain } = this.#options;
    const token = agentId === undefined ? undefined : agents.get(agentId)?.token;
    if (agentId === undefined || token === undefined || this.#diagnose === undefined || !this.#hasTime()) {
      return undefined;
    }
    const isOther = (each: string | undefined): each is string => each !== undefined && each !== token;
    const otherTokens = Array.from(agents.values(), (other) => other.token).filter(isOther);
    const formerTokens = (formerTokensOf?.(agentId) ?? []).filter(isOther);
    const tokens = { token, otherTokens, formerTokens };
    const begin = this.#ticks();
    this.#budget.done += 1;
    try {
      return this.#diagnose({ body, header, ...tokens, accept, budget: { now: this.#ticks } }, explain);
    } finally {
      this.#budget.spentMs += this.#ticks() - begin;
    }
  }

  async #load(): Promise<void> {
    // Loaded here: a platform that refuses nobody does without it, and it is a tenth of a start.
    ({ diagnoseSignature: this.#diagnose } = await import('../signing/doctor/explain-signature.ts'));
  }

  #hasTime(): boolean {
    const now = this.#ticks();
    if (now - this.#budget.since >= 1000) this.#budget = { since: now, done: 0, spentMs: 0 };
    return this.#budget.done < mostPerSecond && this.#budget.spentMs < spentPerSecond;
  }
}
