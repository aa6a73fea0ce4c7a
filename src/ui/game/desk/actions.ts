import type { ForceOrder } from '../../../spec/game-page.ts';
import { stepStake } from '../amounts/step-stake.ts';
import { isClimbing } from '../state/is-climbing.ts';
import type { PageState } from '../state/page-state.ts';
import { ask } from './ask.ts';
import { bet } from './bet.ts';
import { cashOut } from './cash-out.ts';
import type { Desk } from './desk.ts';

/** What a player, or a developer at the drawer, can do. */
export interface Actions {
  readonly bet: () => void;
  readonly cashOut: () => void;
  /** What the large button does: bets, or takes the money of the round in the air. */
  readonly main: () => void;
  readonly force: (order: ForceOrder) => void;
  readonly askBalance: () => void;
  readonly typeStake: (text: string) => void;
  readonly stepStake: (direction: 'up' | 'down') => void;
  readonly typeAutoCashOut: (text: string) => void;
  readonly startAutoplay: (rounds: NonNullable<PageState['autoplay']>) => void;
  readonly stopAutoplay: () => void;
  readonly toggleDrawer: () => void;
  readonly retry: () => void;
  /** Milliseconds of the page's clock, for what moves. */
  readonly now: () => number;
}

/** The actions of a page. None of them rejects or throws. */
export const actionsOf = (desk: Desk): Actions => ({
  bet: () => void bet(desk),
  cashOut: () => void cashOut(desk),
  main: () => void (isClimbing(desk.state()) ? cashOut(desk) : bet(desk)),
  force: (order) => void ask(desk, 'force', { ...order }),
  askBalance: () => void ask(desk, 'balance'),
  typeStake: (text) => desk.tell({ kind: 'stake-typed', text }),
  stepStake: (direction) => {
    const { stake, scene } = desk.state();
    desk.tell({ kind: 'stake-typed', text: stepStake(stake, direction, scene?.scale ?? 0) });
  },
  typeAutoCashOut: (text) => desk.tell({ kind: 'auto-cash-out-typed', text }),
  startAutoplay: (rounds) => {
    desk.tell({ kind: 'autoplay-started', rounds });
    void bet(desk);
  },
  stopAutoplay: () => desk.tell({ kind: 'autoplay-stopped' }),
  toggleDrawer: () => desk.tell({ kind: 'drawer-toggled' }),
  retry: () => void ask(desk, 'start'),
  now: desk.tools.now,
});
