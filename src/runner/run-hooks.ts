import type { LaunchRecord } from '../judges/launch-record.ts';
import type { PlayerConfiguration } from '../spec/configuration.ts';
import type { PlatformFault } from '../spec/scenario.ts';

/** A launch to ask of the agent. */
export interface LaunchOrder {
  readonly player: PlayerConfiguration;
  /** Display name; may carry spaces around it. */
  readonly username: string;
  readonly gameId: number;
  readonly currency: string;
  readonly fault?: PlatformFault | undefined;
}

/** What came of a launch, but for where in the scenario it stood. */
export type Launched = Pick<LaunchRecord, 'operations' | 'answer' | 'platformUrl'>;

/** What a run may ask of the surroundings of the agent (`hooks` of the configuration). */
export interface RunHooks {
  /** Restarts the agent; gives back why it could not, undefined when the command succeeded. */
  readonly restart?: (() => Promise<string | undefined>) | undefined;
  readonly launch?: ((order: LaunchOrder) => Promise<Launched>) | undefined;
}
