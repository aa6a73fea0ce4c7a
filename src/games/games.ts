import type { Router } from 'express';
import { type KeptStore, keepsNothing } from '../journal/kept.ts';
import { createIds } from '../platform/create-ids.ts';
import { BoundedMap, KeptMap } from '../platform/kept-map.ts';
import { countText, platformBounds } from '../spec/platform-bounds.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { type Game, type GamesPlatform, type GamesState, isUnfinished } from './game.ts';
import { createGamesRouter, type GamesRouterOptions } from './games-router.ts';
import { GameKeeper } from './keep-games.ts';
import type { KeptGame } from './kept-game.ts';

export interface GamesOptions
  extends GamesRouterOptions,
    Pick<GamesState, 'quirks' | 'sendCallback' | 'dice'>,
    Partial<Pick<GamesState, 'hasAddress' | 'onEvent'>> {
  readonly platform: GamesPlatform;
  /** Where games outlive the platform; nowhere when absent. */
  readonly kept?: KeptStore;
  /** Games that are looked after at once; players of others are told to wait. */
  readonly mostOpen?: number;
}

/** The launch links that players open: /play/… with the agent's money, /demo/… with play money. */
export class Games {
  readonly router: Router;
  readonly #shared: GamesState;
  readonly #keeper: GameKeeper;

  constructor(options: GamesOptions) {
    const { platform, quirks, sendCallback, dice, kept = keepsNothing, onError } = options;
    const { mostOpen = platformBounds.openGames } = options;
    const active = new Map<string, Game>();
    this.#shared = {
      ...platform,
      quirks,
      sendCallback,
      hasAddress: options.hasAddress ?? (() => true),
      dice: dice.fork('rounds'),
      nextId: createIds(dice.fork('ids')),
      onEvent: options.onEvent ?? { packs: () => undefined, session: () => undefined },
      sending: new Set(),
      unsent: new WeakSet(),
      opened: new BoundedMap<Game>(platformBounds.leftGames),
      active,
      hasRoom: roomIn(active, mostOpen, onError),
      wake: () => this.#keeper.wake(),
      kept: new KeptMap<KeptGame>({
        ...{ kept, kind: 'game', limit: platformBounds.leftGames },
        isNeeded: ({ history }) => history.some(isUnfinished),
        mostNeeded: mostOpen,
      }),
    };
    this.#keeper = new GameKeeper(this.#shared, onError);
    this.router = createGamesRouter(this.#shared, options);
  }

  /**
   * Does what the platform does by itself, until the signal aborts: balances from time to time, rounds
   * that are left, packs that end, what an earlier process left undone. Without it only pages do something.
   */
  async keep(signal: AbortSignal): Promise<void> {
    await this.#keeper.keep(signal);
  }

  /** Forgets the games of an agent that has ended, left and kept ones too; nothing more is sent for them. */
  forgetAgent(agentId: number): void {
    const { active, opened, kept } = this.#shared;
    for (const game of [...active.values(), ...opened.values()]) {
      if (game.launch.agentId !== agentId) continue;
      game.isEnded = true;
      game.pages.end();
      active.delete(game.linkKey);
      opened.forget(game.linkKey);
    }
    for (const { session } of [...kept.values()]) {
      if (session.launch.agentId === agentId) kept.forget(session.linkKey);
    }
  }

  /** Forgets every game that is open; nothing more is sent for it. */
  clear(): void {
    const { active, opened, kept } = this.#shared;
    for (const { pages } of active.values()) pages.end();
    for (const games of [active, opened, kept]) games.clear();
  }
}

/** The games that are looked after. Of one more nothing is sent: what would become of it nobody could see to. */
const roomIn = (
  active: GamesState['active'],
  mostOpen: number,
  onError: GamesOptions['onError'],
): GamesState['hasRoom'] => {
  let isTold = false;
  return (linkKey) => {
    const hasRoom = active.size < mostOpen || active.has(linkKey);
    if (!hasRoom && !isTold) onError(tooManyOpen(mostOpen));
    isTold = active.size >= mostOpen;
    return hasRoom;
  };
};

const tooManyOpen = (mostOpen: number): WalletproofError =>
  new WalletproofError(
    'environment',
    `${countText(mostOpen)} games are open: no player of another one can play.`,
    'Close pages. Where nobody plays, the agent has not confirmed how their rounds end: see the list of traffic.',
  );
