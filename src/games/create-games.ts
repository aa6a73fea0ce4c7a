import type { Router } from 'express';
import type { Dice } from '../base/dice.ts';
import { type KeptStore, keepsNothing } from '../journal/kept.ts';
import { createIds } from '../platform/create-ids.ts';
import { BoundedMap, KeptMap } from '../platform/kept-map.ts';
import type { PlatformState } from '../platform/platform-state.ts';
import { countText, platformBounds } from '../spec/platform-bounds.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { createBell } from './create-bell.ts';
import {
  type GameEvents,
  type GameQuirks,
  type GamesState,
  isUnfinished,
  type KeptGame,
  type OpenGame,
  type SendCallback,
} from './game-in-play.ts';
import { createGamesRouter, type GamesRouterOptions } from './games-router.ts';
import { keepGames } from './keep-games.ts';
import { keptGameSchema } from './kept-game.ts';

export interface GamesOptions extends Pick<GamesRouterOptions, 'pageFolder'> {
  readonly platform: Pick<PlatformState, 'catalogue' | 'sessions' | 'demos' | 'packs' | 'clock'>;
  readonly quirks: GameQuirks;
  readonly sendCallback: SendCallback;
  /** Whether callbacks to an agent have somewhere to go; they have when absent. */
  readonly hasAddress?: (agentId: number) => boolean;
  readonly dice: Dice;
  /** Where games outlive the platform; nowhere when absent. */
  readonly kept?: KeptStore;
  /** Told when packs change here, and which session is seen or over. */
  readonly onEvent?: GameEvents;
  /** Told about every exception that a request caused, or what the platform does by itself. */
  readonly onError: (error: unknown) => void;
  /** Games that are looked after at once; players of others are told to wait. */
  readonly mostOpen?: number;
}

/** The launch links that players open: /play/… with the agent's money, /demo/… with play money. */
export interface Games {
  readonly router: Router;
  /**
   * Does what the platform does by itself, until the signal aborts: balances from time to time, rounds
   * that are left, packs that end, what an earlier process left undone. Without it only pages do something.
   */
  keep(signal: AbortSignal): Promise<void>;
  /** Forgets the games of an agent that has ended; nothing more is sent for them. */
  forgetAgent(agentId: number): void;
  /** Forgets every game that is open; nothing more is sent for it. */
  clear(): void;
}

/** The games of a platform, for its sessions and demos. */
export const createGames = (options: GamesOptions): Games => {
  const { onError } = options;
  const shared = createGamesState(options);
  return {
    router: createGamesRouter(shared, options),
    keep: async (signal) => await keepGames(shared, { signal, onError }),
    forgetAgent: (agentId) => forgetAgent(shared, agentId),
    clear: () => {
      for (const { streams } of shared.active.values()) streams.end();
      shared.active.clear();
      shared.opened.clear();
      shared.kept.clear();
    },
  };
};

/** Those that are open, those that were left, and what is kept of games that nobody has opened since. */
const forgetAgent = (shared: GamesState, agentId: number): void => {
  for (const open of [...shared.active.values(), ...shared.opened.values()]) {
    if (open.game.launch.agentId !== agentId) continue;
    shared.ended.add(open.game);
    open.streams.end();
    shared.active.delete(open.linkKey);
    shared.opened.forget(open.linkKey);
  }
  for (const { session } of [...shared.kept.values()]) {
    if (session.launch.agentId === agentId) shared.kept.forget(session.linkKey);
  }
};

const createGamesState = ({
  platform,
  dice,
  sendCallback,
  hasAddress = () => true,
  quirks,
  kept = keepsNothing,
  onEvent,
  onError,
  mostOpen = platformBounds.openGames,
}: GamesOptions): GamesState => ({
  ...platform,
  quirks,
  sendCallback,
  hasAddress,
  dice: dice.fork('rounds'),
  nextId: createIds(dice.fork('ids')),
  onEvent: onEvent ?? { packs: () => undefined, session: () => undefined },
  sending: new Set(),
  unsent: new WeakSet(),
  ended: new WeakSet(),
  opened: new BoundedMap<OpenGame>(platformBounds.leftGames),
  ...createActive(onError, mostOpen),
  bell: createBell(),
  kept: new KeptMap<KeptGame>({
    ...{ kept, kind: 'game', limit: platformBounds.leftGames, schema: keptGameSchema },
    isNeeded: ({ history }) => history.some(isUnfinished),
    mostNeeded: mostOpen,
  }),
});

/** The games that are looked after. Of one more nothing is sent: what would become of it nobody could see to. */
const createActive = (onError: GamesOptions['onError'], mostOpen: number): Pick<GamesState, 'active' | 'hasRoom'> => {
  const active: GamesState['active'] = new Map();
  let isTold = false;
  return {
    active,
    hasRoom: (linkKey) => {
      const hasRoom = active.size < mostOpen || active.has(linkKey);
      if (!hasRoom && !isTold) onError(tooManyOpen(mostOpen));
      isTold = active.size >= mostOpen;
      return hasRoom;
    },
  };
};

const tooManyOpen = (mostOpen: number): WalletproofError =>
  new WalletproofError(
    'environment',
    `${countText(mostOpen)} games are open: no player of another one can play.`,
    'Close pages. Where nobody plays, the agent has not confirmed how their rounds end: see the list of traffic.',
  );
