import type { KeptStore } from '../journal/kept.ts';
import { createKeptMap } from './create-kept-map.ts';
import { readShaped } from './kept-shape.ts';
import { type Pack, type PackHolder, packShape } from './pack.ts';

/** By what a pack is known. */
export type PackKey = Pick<Pack, 'agentId' | 'freespinsId'>;

/** The packs, where each is found that is asked for with every call of a game. `alive`: not over, or owing something. */
export interface PackIndex {
  get(key: PackKey): Pack | undefined;
  set(pack: Pack): void;
  /** Those of a player in a currency that are alive, in any game, oldest first. */
  ofPlayer(player: PackPlayer): Iterable<Pack>;
  /** Those that were last played in the session of that link, and are closing. */
  closingIn(linkKey: string): Iterable<Pack>;
  alive(): Iterable<Pack>;
  aliveCount(): number;
  all(): Iterable<Pack>;
  forget(key: PackKey): void;
  clear(): void;
}

type PackPlayer = Pick<PackHolder, 'agentId' | 'playerId' | 'currency'>;

/** Of more packs than the limit those that are over are forgotten, the oldest first. */
export const openPackIndex = (kept: KeptStore, limit: number): PackIndex => {
  const alive = new Set<string>();
  const players = createGroups();
  const closing = createGroups();
  const drop = (pack: Pack, key: string): void => {
    alive.delete(key);
    players.drop(playerOf(pack), key);
    if (pack.session !== undefined) closing.drop(pack.session.linkKey, key);
  };
  const put = (pack: Pack, key: string): void => {
    if (!isAlive(pack)) {
      drop(pack, key);
      return;
    }
    alive.add(key);
    players.put(playerOf(pack), key);
    if (pack.session === undefined) return;
    const change = pack.closing === undefined ? closing.drop : closing.put;
    change(pack.session.linkKey, key);
  };
  const packs = createKeptMap<Pack>({
    ...{ kept, kind: 'pack', limit, read: readShaped(packShape) },
    ...{ isNeeded: isAlive, onSet: put, onForgotten: drop },
  });
  const found = (keys: Iterable<string>): Pack[] =>
    Array.from(keys, (key) => packs.get(key)).filter((pack) => pack !== undefined);
  return {
    get: (key) => packs.get(keyOf(key)),
    set: (pack) => packs.set(keyOf(pack), pack),
    ofPlayer: (player) => found(players.of(playerOf(player))),
    closingIn: (linkKey) => found(closing.of(linkKey)),
    alive: () => found(alive),
    aliveCount: () => alive.size,
    all: packs.values,
    forget: (key) => packs.forget(keyOf(key)),
    clear: packs.clear,
  };
};

const keyOf = ({ agentId, freespinsId }: PackKey): string => `${agentId} ${freespinsId}`;

const playerOf = ({ agentId, playerId, currency }: PackPlayer): string => JSON.stringify([agentId, playerId, currency]);

const isAlive = ({ status, closing, owed }: Pack): boolean =>
  status === 'active' || closing !== undefined || owed !== undefined;

/** Which keys belong together: looked up instead of looked for among all. */
interface Groups {
  /** At the end of its group, unless it is there. */
  put(group: string, key: string): void;
  drop(group: string, key: string): void;
  /** The keys of a group, in the order in which they came. */
  of(group: string): Iterable<string>;
}

/** Groups that are as large together as the keys in them. */
const createGroups = (): Groups => {
  const groups = new Map<string, Set<string>>();
  return {
    put: (group, key) => {
      const keys = groups.get(group);
      if (keys === undefined) groups.set(group, new Set([key]));
      else keys.add(key);
    },
    drop: (group, key) => {
      const keys = groups.get(group);
      if (keys?.delete(key) === true && keys.size === 0) groups.delete(group);
    },
    of: (group) => groups.get(group) ?? [],
  };
};
