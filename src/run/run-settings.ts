import { createDice } from '../base/dice.ts';
import type { AgentConfiguration, Configuration, PlayerConfiguration } from '../formats/configuration.ts';
import type { RunSession } from '../formats/run-setup.ts';

/** What a run is made with, wherever its values come from. */
export interface RunSettings {
  readonly configuration: Configuration;
  /** The agent that is played against. */
  readonly agent: AgentConfiguration & { readonly token: string };
  readonly callbackUrl?: string;
  readonly otherToken: string;
  readonly players: readonly PlayerConfiguration[];
  /** Named by hand. */
  readonly sessions: readonly RunSession[];
  readonly gameId: number;
  readonly seed: number;
  readonly nonce: string;
  readonly timeoutMs: number;
  /** Calls a second; as the agent takes them when absent. */
  readonly ratePerSecond?: number;
  /** PEM: whom the callback URL is trusted for, besides the authorities that Node knows. */
  readonly ca?: string;
}

/** Another agent's token where one is configured; else one that nobody has. */
export const otherTokenOf = ({ agents }: Configuration, id: number, seed: number): string =>
  agents.find((agent) => agent.id !== id && agent.token !== undefined)?.token ??
  createDice(`${seed}/other-token`).hex(32);
