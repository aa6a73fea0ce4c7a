import type { GameKind } from './game-page.ts';

/** An item of the game list, as it goes over the wire (section 2); without `kind`, which is ours. */
export interface Game {
  readonly id: number;
  readonly title: string;
  readonly brand: string;
  readonly image_url: string;
  readonly demo: boolean;
  /** How it is played here; a slot when absent. */
  readonly kind?: GameKind;
}
