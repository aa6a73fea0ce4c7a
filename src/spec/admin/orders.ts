import type { AmountText, CallbackType, FreespinsProgress } from '../callback.ts';
import type { ResendMode, SignatureVariant } from '../fault.ts';

/** A callback by hand. What is left out is taken from the session, the player or fresh ids. */
export interface TriggerOrder {
  readonly type: CallbackType;
  /** A session of the platform; without one, `playerId` is enough. */
  readonly sessionId?: string;
  readonly playerId?: string;
  readonly currency?: string;
  readonly bet?: AmountText;
  readonly win?: AmountText;
  readonly transactionId?: string;
  readonly gameRoundId?: string;
  readonly roundFinished?: boolean;
  readonly freespins?: FreespinsProgress;
  readonly signature?: SignatureVariant;
}

/** Sends a callback again. `conflict`: with these amounts; `stale`: the same bytes after `afterMs`. */
export interface ResendOrder {
  readonly as: ResendMode;
  readonly bet?: AmountText;
  readonly win?: AmountText;
  /** Milliseconds, 60,000 at most; 3,000 for `stale` when absent. */
  readonly afterMs?: number;
}

/** A game session, opened as if the agent had asked for it; or a demo. */
export interface LaunchOrder {
  readonly playerId: string;
  readonly gameId: number;
  readonly currency?: string;
  readonly mode?: 'real' | 'demo';
}

/** A pack of free spins, as freespins_grant would grant it. */
export interface PackOrder {
  readonly playerId: string;
  readonly gameId: number;
  readonly currency: string;
  readonly total: number;
  readonly bet: AmountText;
}

/** Which scenarios are run: these files, or the whole suite. */
export interface RunOrderOfPage {
  readonly scenarios?: readonly string[];
}

/** What becomes a scenario: everything of a session, or these exchanges. */
export interface RecordOrder {
  readonly sessionId?: string;
  readonly exchangeIds?: readonly string[];
  readonly title?: string;
}
