import type { AgentConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { CountedDifference } from './difference.ts';

export interface CompareOptions {
  readonly agents: readonly AgentConfiguration[];
  /** What agents are given that are not among them. */
  readonly token: string;
  readonly games: readonly Game[];
  readonly quirks: Quirks;
  /** Told what went wrong behind an answer of ours. */
  readonly onError: (error: unknown) => void;
}

/** How recorded traffic is unlike ours. */
export interface Comparison {
  readonly differences: readonly CountedDifference[];
  /** What was compared, and what was not. */
  readonly counts: Counts;
  /** Sentences about what the comparison rests on. */
  readonly remarks: readonly string[];
}

export interface Counts {
  readonly requests: number;
  readonly callbacks: number;
  /** Requests without an answer, and those that failed there with 5xx. */
  readonly unanswered: number;
  readonly failedThere: number;
  /** Whose answers were recorded without their bodies. */
  readonly withoutBody: number;
  /** Requests to others, by host; the most frequent first. */
  readonly others: readonly { readonly host: string; readonly count: number }[];
}

/** An agent of the recording: as it is configured, else with the token that was given. */
export type AgentOf = (agentId: number) => AgentConfiguration & { readonly token: string };
