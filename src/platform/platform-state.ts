import type { AgentConfiguration } from '../contract/configuration.ts';
import type { Quirks } from '../contract/quirks.ts';
import type { PlatformFault } from '../contract/scenario.ts';
import type { Clock } from '../world/clock.ts';
import type { Catalogue } from './create-catalogue.ts';
import type { Demos } from './create-demos.ts';
import type { Packs } from './create-packs.ts';
import type { Sessions } from './create-sessions.ts';

/** What the operations of a platform work on. */
export interface PlatformState {
  readonly agents: ReadonlyMap<number, AgentConfiguration>;
  readonly catalogue: Catalogue;
  readonly sessions: Sessions;
  readonly demos: Demos;
  readonly packs: Packs;
  readonly quirks: Quirks;
  readonly clock: Clock;
  /** Where players reach the platform, such as `http://127.0.0.1:4600`. */
  readonly baseUrl: () => string;
  /** How get_game_link is answered just now instead of rightly. */
  readonly linkFault: () => PlatformFault | undefined;
}
