import type { AmountText } from '../contract/callback.ts';
import type { ShownBalance } from './describe-outcome.ts';

/** What is on the page before the first round. Everything here is data for textContent. */
export interface Scene {
  readonly game: string;
  readonly player: string;
  readonly currency: string;
  readonly mode: 'real' | 'demo';
  /** An http or https address; null when the agent gave none that can be linked. */
  readonly homeUrl: string | null;
}

/** A round that was played; no round when the stake or the agent was against it. */
export interface Round {
  readonly stake: AmountText;
  readonly win: AmountText;
}

export type Played =
  | { readonly kind: 'played'; readonly round: Round | null; readonly balance: ShownBalance }
  | { readonly kind: 'no stake'; readonly message: string };

/** One opened link: a player at a game, with money of the agent or play money. */
export interface Table {
  readonly scene: Scene;
  balance(): Promise<ShownBalance>;
  play(stake: unknown): Promise<Played>;
}
