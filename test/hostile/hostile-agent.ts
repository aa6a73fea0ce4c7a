/** What a run against an agent must come to, whatever else is told. */
export type Verdict = 'conformant' | 'nonconformant' | 'inconclusive';

/** An agent as strangers may be: by malice, by mistake, or rightly in an odd way. */
export interface HostileAgent {
  readonly name: string;
  /** A sentence, with the agent as its subject. */
  readonly does: string;
  /** What `test` may come to. `conformant` means: without any failure or warning. */
  readonly verdicts: readonly Verdict[];
  /** What one makeBet by hand, or `test --failed`, may come to, where that differs. */
  readonly oneCall?: readonly Verdict[];
  /** What the report must name: found in the reason of the run, or in a finding. */
  readonly named?: RegExp;
  /** The arguments of every command besides, such as a shorter time-out. */
  readonly options?: readonly string[];
  open(): Promise<OpenHostileAgent>;
}

export interface OpenHostileAgent {
  /** Its callback URL. */
  readonly url: string;
  close(): Promise<void>;
}

/** The token of every hostile agent, which no output may show. */
export const hostileToken = 'hostile/agents+token="0"';

/**
 * The option of Node that keeps a heap below so many MiB: what is let go leaves it soon, so that the
 * most memory shows what is held and not when V8 last collected.
 */
export const smallHeap = (mib: number): string => `--max-old-space-size=${mib}`;
