import type { Launch } from '../platform/create-sessions.ts';
import type { Callback } from '../spec/callback.ts';
import type { ForceOrder, GameKind, Scene, ShownBalance } from '../spec/game-page.ts';
import type { Dice } from '../world/dice.ts';
import type { CallbackOutcome, SendOptions } from './callback-outcome.ts';
import type { Parlour } from './parlour.ts';
import type { RoundRecord } from './round-record.ts';

/** A player at a game, and what the table remembers of them. Only one action at a time changes it. */
export interface Seat {
  readonly parlour: Parlour;
  readonly launch: Omit<Launch, 'agentSessionId'>;
  /** Empty in a demo. */
  readonly sessionId: string;
  readonly mode: Scene['mode'];
  readonly kind: GameKind;
  /** Decide the rounds of this link, whatever is played elsewhere. */
  readonly dice: Dice;
  /** To the agent; in a demo to the play money. */
  readonly send: (callback: Callback, options?: SendOptions) => Promise<CallbackOutcome>;
  /** What waits for the next round. */
  forced: ForceOrder | null;
  /** Newest first. */
  history: readonly RoundRecord[];
  /** The balance that was told last. */
  known: ShownBalance | undefined;
}
