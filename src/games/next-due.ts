import type { Pack } from '../platform/packs.ts';
import type { GamesState, OpenGame } from './game-in-play.ts';
import { doubtsKey, packKey, type Retries } from './retries.ts';

interface LookedAfter {
  readonly shared: GamesState;
  readonly retries: Retries;
  /** Between two getBalances of an open game; 0 asks for none. */
  readonly intervalMs: number;
}

/**
 * When something is due next of what the platform does for games by itself; undefined where nothing
 * is to come. What is due already is under way, or waits for something that rings the bell.
 */
export const nextDueAt = (parts: LookedAfter): number | undefined => {
  const { clock, active, packs } = parts.shared;
  const now = clock.now();
  let next: number | undefined;
  const note = (times: readonly (number | undefined)[]): void => {
    for (const at of times) if (at !== undefined && at > now && !(next && next <= at)) next = at;
  };
  for (const open of active.values()) if (!open.isWorking()) note(duesOfGame(parts, open));
  for (const pack of packs.alive()) note(duesOfPack(parts, pack));
  return next;
};

/** The session ends, the player is gone, a balance is asked for, something is tried again. */
const duesOfGame = (
  { shared, retries, intervalMs }: LookedAfter,
  { linkKey, game, presence }: OpenGame,
): readonly (number | undefined)[] => [
  game.session === undefined ? undefined : shared.sessions.endsAt(linkKey),
  presence.goneAt(),
  intervalMs > 0 && presence.isHere() ? game.askedAt + intervalMs : undefined,
  retries.dueAt(linkKey),
  retries.dueAt(doubtsKey(linkKey)),
];

const duesOfPack = ({ shared, retries }: LookedAfter, pack: Pack): readonly (number | undefined)[] => [
  pack.expiresAt,
  pack.session === undefined ? undefined : shared.sessions.endsAt(pack.session.linkKey),
  retries.dueAt(packKey(pack)),
];
