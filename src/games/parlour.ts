import type { Catalogue } from '../platform/create-catalogue.ts';
import type { Demos } from '../platform/create-demos.ts';
import type { Packs } from '../platform/create-packs.ts';
import type { Sessions } from '../platform/create-sessions.ts';
import type { Dice } from '../world/create-dice.ts';
import type { SendCallback } from './callback-outcome.ts';

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
}
