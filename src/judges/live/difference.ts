import type { Amount } from '../../money/amount.ts';
import type { Situation } from '../../spec/situation.ts';
import type { Outcome } from './outcomes-in.ts';
import type { OwnStory } from './own-story.ts';
import type { BalanceReading } from './reading.ts';

/** What the agent should have done in one of the worlds, and by how much its answer is off. */
export interface Miss {
  readonly outcome: Outcome;
  readonly change: Amount;
}

export interface Off {
  readonly reading: BalanceReading;
  /** One for each world, the likeliest first. */
  readonly misses: readonly [Miss, ...Miss[]];
}

/** What the agent did, as the amounts tell. */
export interface Story extends OwnStory {
  readonly situation: Situation;
  /** Exchanges before this one that belong to the evidence. */
  readonly evidence: readonly string[];
}
