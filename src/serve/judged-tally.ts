import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { KeptStore } from '../journal/kept.ts';
import { BoundedMap } from '../platform/kept-map.ts';
import type { UnjudgedCode } from '../spec/unjudged.ts';
import type { CallVerdict } from '../spec/verdict.ts';

type Judged = Record<CallVerdict, number>;

/** Answers that nobody can judge for one reason, and the newest of them. */
export interface Unjudged {
  readonly because: UnjudgedCode;
  readonly count: number;
  readonly exchangeId: string;
}

/** What of it outlives the process. */
export interface KeptTally {
  readonly judged: Judged;
  readonly since: string | null;
}

/** What was said of an exchange, as long as it may be said anew. */
type Said = Pick<ExchangeJudgement, 'verdict' | 'because'>;

/** Of so many exchanges it is known what was said: a judgement that changes does so soon. */
const mostRemembered = 5_000;

const nothingJudged: Judged = { right: 0, wrong: 0, risky: 0, consistent: 0, unjudged: 0 };

/** How much was judged, and why the rest was not, since somebody began to count. */
export class JudgedTally {
  readonly #kept: KeptStore;
  /** ISO 8601. */
  readonly #now: () => string;
  #judged: Judged;
  #since: string;
  readonly #reasons = new Map<UnjudgedCode, Unjudged>();
  readonly #said = new BoundedMap<Said>(mostRemembered);
  #hasChanged = false;

  constructor({ kept, now }: { readonly kept: KeptStore; readonly now: () => string }) {
    const earlier = kept.all('judged')[0]?.value as KeptTally | undefined;
    this.#kept = kept;
    this.#now = now;
    this.#judged = { ...(earlier?.judged ?? nothingJudged) };
    this.#since = earlier?.since ?? now();
  }

  /** Replaces what was said of the exchange before. */
  judged({ exchangeId, verdict, because }: ExchangeJudgement): void {
    this.#hasChanged = true;
    const before = this.#said.get(exchangeId);
    if (before !== undefined) this.#count(before, -1, exchangeId);
    this.#count({ verdict, because }, 1, exchangeId);
    this.#said.set(exchangeId, { verdict, because });
  }

  counts() {
    return {
      judged: { ...this.#judged },
      unjudged: [...this.#reasons.values()]
        .filter(({ count }) => count > 0)
        .toSorted((one, other) => other.count - one.count),
      ...(Object.values(this.#judged).every((count) => count === 0) ? {} : { judgedSince: this.#since }),
    };
  }

  /** Writes it down, where it has changed; whether it has. */
  keep(): boolean {
    if (!this.#hasChanged) return false;
    this.#hasChanged = false;
    this.#kept.keep('judged', 'all', { judged: this.#judged, since: this.#since } satisfies KeptTally);
    return true;
  }

  clear(): void {
    this.#judged = { ...nothingJudged };
    this.#since = this.#now();
    this.#reasons.clear();
    this.#said.clear();
    this.#hasChanged = false;
  }

  #count({ verdict, because }: Said, by: 1 | -1, exchangeId: string): void {
    this.#judged[verdict] = Math.max(0, this.#judged[verdict] + by);
    if (because === undefined) return;
    const { count = 0, exchangeId: newest = exchangeId } = this.#reasons.get(because) ?? {};
    this.#reasons.set(because, { because, count: Math.max(0, count + by), exchangeId: by > 0 ? exchangeId : newest });
  }
}
