import type { GameAction, GameStart, GameState } from '../../../spec/game-page.ts';
import type { PageState, Phase } from './page-state.ts';

type Closed = Extract<Phase, { kind: 'closed' }>;

/** What happens to a page. `now`: milliseconds of the page's clock. */
export type PageEvent =
  | { readonly kind: 'asked'; readonly action: GameAction; readonly at?: string }
  | { readonly kind: 'waited-long' }
  | { readonly kind: 'started'; readonly answer: GameStart; readonly now: number }
  | {
      readonly kind: 'answered';
      readonly action: GameAction;
      readonly answer: GameState;
      readonly now: number;
    }
  | { readonly kind: 'reel-stopped' }
  | { readonly kind: 'closed'; readonly reason: Closed['reason']; readonly message: string }
  | { readonly kind: 'stake-typed'; readonly text: string }
  | { readonly kind: 'auto-cash-out-typed'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'autoplay-started'; readonly rounds: NonNullable<PageState['autoplay']> }
  | { readonly kind: 'autoplay-stopped' }
  | { readonly kind: 'drawer-toggled' };
