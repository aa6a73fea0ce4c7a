import type { Exchange } from '../spec/exchange.ts';
import type { PlatformFault } from '../spec/scenario.ts';

/** One launch that the agent was made to ask for, and what it asked of the platform meanwhile. */
export interface LaunchRecord {
  /** Line of the step. */
  readonly line: number;
  /** How the platform answered get_game_link instead of rightly. */
  readonly fault?: PlatformFault | undefined;
  /** The username that the launch named. */
  readonly username: string;
  /** Where the platform was: the base URL that the agent should have. */
  readonly platformUrl: string;
  /** Every operation that arrived from the start of the launch to its end, oldest first. */
  readonly operations: readonly Exchange[];
  /** What the agent answered to the hook. */
  readonly answer: LaunchAnswer;
}

export type LaunchAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: string;
      /** Where a redirect leads. */
      readonly location?: string | undefined;
    }
  | { readonly kind: 'failed'; readonly message: string };
