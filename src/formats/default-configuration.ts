import type { Quirks } from '../spec/quirks.ts';
import { defaultQuirks } from '../spec/quirks.ts';

/** A player as the platform knows one. */
export interface PlayerConfiguration {
  readonly id: string;
  readonly username: string;
  /** The first is the main one. */
  readonly currencies: readonly string[];
  readonly language: string;
}

export interface AgentConfiguration {
  readonly id: number;
  /** The API token; without one the platform answers api_token_not_found. */
  readonly token?: string | undefined;
  readonly callbackUrl?: string | undefined;
  /** The dialect that callbacks to this agent are signed in; M when absent. */
  readonly dialect?: string | undefined;
  readonly unavailableGames: readonly number[];
  readonly players: readonly PlayerConfiguration[];
}

/** An HTTP request that makes the agent ask the platform for a launch link. */
export interface LaunchHook {
  readonly method: string;
  readonly url: string;
  /** JSON; `{player_id}`, `{player_username}`, `{game_id}`, `{currency}` and `{language}` in texts are filled in. */
  readonly body?: unknown;
}

/** What a run may ask of the surroundings of the agent. */
interface Hooks {
  /** A shell command that restarts the agent. */
  readonly restart?: string | undefined;
  readonly launch?: LaunchHook | undefined;
}

/** Who may use the dashboard and its API from elsewhere than this machine. */
export interface AdminAccess {
  /** Host names that it answers to, besides those of the loopback. */
  readonly hosts: readonly string[];
  /** What must be shown from another machine; nobody there is answered without one. */
  readonly token?: string | undefined;
}

/** walletproof.config.yaml with every default filled in. Durations are text, such as `5s`. */
export interface Configuration {
  readonly agents: readonly AgentConfiguration[];
  /** A JSON file with the games; the built-in catalogue when absent. */
  readonly games?: string | undefined;
  readonly hooks: Hooks;
  readonly callbacks: { readonly timeout: string; readonly delivery: DeliveryMode };
  readonly journal: { readonly maxExchanges: number };
  readonly admin: AdminAccess;
  readonly quirks: Quirks;
}

/** What `serve` works with when there is no configuration. */
export const defaultConfiguration: Configuration = {
  agents: [
    {
      id: 1001,
      token: 'test-token',
      unavailableGames: [104],
      players: [
        { id: 'player-1', username: 'Player One', currencies: ['USD', 'EUR'], language: 'en' },
        { id: 'player-2', username: 'Player Two', currencies: ['USD'], language: 'en' },
      ],
    },
    { id: 1002, unavailableGames: [], players: [] },
  ],
  hooks: {},
  callbacks: { timeout: '5s', delivery: 'retry-then-rollback' },
  journal: { maxExchanges: 1_000_000 },
  admin: { hosts: [] },
  quirks: defaultQuirks,
};

/** What the platform does with a bet whose outcome is unclear (time-out, connection error, 5xx, unreadable). */
export const deliveries = ['retry-then-rollback', 'retry-only', 'rollback-only', 'none'] as const;

export type DeliveryMode = (typeof deliveries)[number];
