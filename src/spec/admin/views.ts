import type { PlayerConfiguration } from '../../formats/configuration.ts';
import type { Game } from '../../formats/games.ts';
import type { ScenarioResult, Summary } from '../../formats/run.ts';
import type { RunVerdict } from '../verdict.ts';

/** What `serve` was started with: empty states fill it in. Never the token. */
export interface Setup {
  readonly version: string;
  /** Where the platform listens, such as `http://127.0.0.1:4600`. */
  readonly baseUrl: string;
  readonly agentId: number;
  readonly callbackUrl?: string;
  /** Name of the bundled agent's defect, or `none`, where that one is played against. */
  readonly exampleAgent?: string;
  readonly dialect?: string;
  readonly players: readonly PlayerConfiguration[];
  readonly games: readonly Game[];
  readonly journal: string;
  /** Where `save as scenario` writes. */
  readonly scenariosFolder: string;
  readonly delivery: string;
  readonly timeout: string;
  readonly seed: number;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** A game session of the platform, or one that only callbacks by hand know. */
export interface SessionView {
  readonly sessionId: string;
  readonly agentSessionId?: string;
  readonly playerId: string;
  readonly playerUsername: string;
  readonly gameId?: number;
  readonly game?: string;
  readonly currency: string;
  readonly language?: string;
  /** Path of the launch link, while it opens. */
  readonly link?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly state: 'active' | 'expired';
}

/** The platform's time: the system's, and how far it was moved. */
export interface ClockView {
  /** ISO 8601. */
  readonly now: string;
  readonly shiftMs: number;
}

export interface PackView {
  readonly freespinsId: string;
  readonly playerId: string;
  readonly gameId: number;
  readonly currency: string;
  readonly bet: string;
  readonly total: number;
  readonly played: number;
  readonly accumulatedWin: string;
  readonly status: 'active' | 'finished' | 'deleted';
}

/** A run of the suite or of scenarios, as the history lists it. */
export interface RunView {
  readonly id: string;
  readonly state: 'running' | 'finished' | 'failed';
  /** What was asked for: `the whole suite`, or a title. */
  readonly title: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs?: number;
  readonly total: number;
  readonly done: number;
  /** Title of the scenario that is being played. */
  readonly current?: string;
  /** Those that are through, worst first. */
  readonly scenarios: readonly Pick<ScenarioResult, 'file' | 'title' | 'verdict' | 'reason'>[];
  readonly verdict?: RunVerdict;
  readonly partial?: boolean;
  readonly summary?: Summary;
  /** Ids of requirements that fail it. */
  readonly failing?: readonly string[];
  /** Why it could not be run. */
  readonly error?: string;
}

/** A scenario that can be run. */
export interface ScenarioView {
  readonly file: string;
  readonly title: string;
  readonly requirements: readonly string[];
  /** `suite`: shipped; `saved`: from this page. */
  readonly home: 'suite' | 'saved';
  /** Why it cannot be run: where the file is broken. */
  readonly error?: string;
}

/** A recording: YAML that `play` takes, and what could not be put into it. */
export interface Recording {
  readonly title: string;
  readonly yaml: string;
  readonly notes: readonly string[];
}

/** Where a scenario was saved, and the command that plays it. */
export interface SavedScenario {
  readonly file: string;
  readonly command: string;
}

/** What callbacks by hand came to: ids of the exchanges, oldest first. */
export interface SentByHand {
  readonly exchangeIds: readonly string[];
}

/** The error body of the admin API. */
export interface AdminError {
  readonly error: string;
  readonly message: string;
  readonly remedy?: string;
}
