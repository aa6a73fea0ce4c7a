import type { ForceOrder } from '../../spec/game-page.ts';
import { fromUnits, toUnits } from '../parts/amounts.tsx';
import { ask, bet, cancel, cashOut, type GameController, retry } from './controller.ts';
import { wordsIn } from './languages/words.ts';
import { isClimbing, type PageState } from './page-state.ts';

/** What a player, or a developer at the drawer, can do. */
export interface Actions {
  readonly bet: () => void;
  readonly cashOut: () => void;
  /** Gives the round in the air up. */
  readonly cancel: () => void;
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
  /** Tells the platform that the player leaves. */
  readonly leave: () => void;
  /** Milliseconds of the page's clock, for what moves. */
  readonly now: () => number;
}

/** The actions of a page. None of them rejects or throws. */
export const actionsOf = (controller: GameController, leave: () => void): Actions => ({
  bet: () => void bet(controller),
  cashOut: () => void cashOut(controller),
  cancel: () => void cancel(controller),
  main: () => void (isClimbing(controller.state()) ? cashOut(controller) : bet(controller)),
  force: (order) => void ask(controller, 'force', { ...order }),
  askBalance: () => void ask(controller, 'balance'),
  typeStake: (text) => controller.dispatch({ kind: 'stake-typed', text }),
  stepStake: (direction) => {
    const { stake, scene, language } = controller.state();
    const { typed, decimal } = wordsIn(language).numbers;
    const stepped = stepStake(typed(stake), direction, scene?.scale ?? 0);
    controller.dispatch({ kind: 'stake-typed', text: decimal(stepped) });
  },
  typeAutoCashOut: (text) => controller.dispatch({ kind: 'auto-cash-out-typed', text }),
  startAutoplay: (rounds) => {
    controller.dispatch({ kind: 'autoplay-started', rounds });
    void bet(controller);
  },
  stopAutoplay: () => controller.dispatch({ kind: 'autoplay-stopped' }),
  toggleDrawer: () => controller.dispatch({ kind: 'drawer-toggled' }),
  retry: () => void retry(controller),
  leave,
  now: controller.browser.now,
});

/** The next stake on the ladder 1, 2, 5, 10, 20, 50, … of smallest units; what is no stake gives 1. */
export const stepStake = (stake: string, direction: 'up' | 'down', scale: number): string => {
  const units = toUnits(stake, scale);
  if (units === undefined) return '1';
  const stepped = direction === 'up' ? rungAbove(units) : rungBelow(units);
  return trimmed(fromUnits(stepped, scale));
};

const highest = 10n ** 15n;

const rungAbove = (units: bigint): bigint => {
  for (let rung = 1n; rung < highest; rung *= 10n) {
    for (const step of [rung, 2n * rung, 5n * rung]) if (step > units) return step;
  }
  return highest;
};

const rungBelow = (units: bigint): bigint => {
  for (let rung = highest; rung >= 1n; rung /= 10n) {
    for (const step of [5n * rung, 2n * rung, rung]) if (step < units) return step;
  }
  return 1n;
};

const trimmed = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount);

/** What a part of the page is drawn from. */
export interface GameProps {
  readonly state: PageState;
  readonly actions: Actions;
}
