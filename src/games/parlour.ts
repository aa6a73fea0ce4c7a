import type { Catalogue } from '../platform/create-catalogue.ts';
import type { Demos } from '../platform/create-demos.ts';
import type { Packs } from '../platform/create-packs.ts';
import type { Sessions } from '../platform/create-sessions.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Dice } from '../world/dice.ts';
import type { SendCallback } from './callback-outcome.ts';
import type { Table } from './table.ts';

/** Who is told of what the games change. */
export interface GameEvents {
  /** A pack was played, or is over. */
  packs(): void;
  /** A session was seen. */
  session(sessionId: string): void;
}

/** What the tables need of the house. */
export interface Parlour {
  readonly catalogue: Catalogue;
  readonly sessions: Sessions;
  readonly demos: Demos;
  readonly packs: Packs;
  readonly sendCallback: SendCallback;
  /** Decide the rounds. */
  readonly dice: Dice;
  /** Draws ids of transactions, rounds and callbacks. */
  readonly nextId: () => string;
  readonly packWin: Quirks['packWin'];
  readonly onEvent: GameEvents;
  /** transaction_ids of pack wins that are on their way to the agent. */
  readonly sending: Set<string>;
  /** The table of a launch. It is forgotten with its session or demo. */
  readonly tables: WeakMap<object, Table>;
}
