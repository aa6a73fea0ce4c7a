import type { AmountText } from '../contract/callback.ts';
import type { Clock } from '../world/clock.ts';
import type { Dice } from '../world/create-dice.ts';
import { createBoundedMap } from './create-bounded-map.ts';
import { createIds } from './create-ids.ts';

/** Whose free spins: a pack is for one player, in one game and one currency. */
export interface PackHolder {
  readonly agentId: number;
  readonly playerId: string;
  readonly gameId: number;
  readonly currency: string;
}

/** A pack of free spins. `expiresAt`: Unix milliseconds; never, when undefined. */
export interface Pack extends PackHolder {
  readonly freespinsId: string;
  readonly bet: AmountText;
  readonly total: number;
  readonly played: number;
  readonly accumulatedWin: AmountText;
  readonly status: 'active' | 'finished' | 'deleted';
  readonly expiresAt: number | undefined;
}

/** What an agent grants; its own id for the pack is optional. */
export interface Grant extends PackHolder {
  readonly freespinsId: string | undefined;
  readonly bet: AmountText;
  readonly total: number;
  readonly expiresAt: number | undefined;
}

export interface Packs {
  /** A known id with the same grant is a repeat: the pack as it is now. With another, a conflict. */
  grant(grant: Grant): { readonly kind: 'granted'; pack: Pack } | { readonly kind: 'conflict' };
  /** The pack of an agent by id, unless it is deleted or expired. */
  find(agentId: number, freespinsId: string): Pack | undefined;
  /** The pack being played: the first granted of the active ones. */
  activeFor(holder: PackHolder): Pack | undefined;
  remove(pack: Pack): Pack;
}

export interface PacksOptions {
  readonly clock: Clock;
  readonly dice: Dice;
}

const limit = 10_000;

const keyOf = (agentId: number, freespinsId: string): string => `${agentId} ${freespinsId}`;

const isHeldBy = (pack: Pack, holder: PackHolder): boolean =>
  pack.agentId === holder.agentId &&
  pack.playerId === holder.playerId &&
  pack.gameId === holder.gameId &&
  pack.currency === holder.currency;

const isRepeat = (pack: Pack, grant: Grant): boolean =>
  isHeldBy(pack, grant) &&
  pack.bet === grant.bet &&
  pack.total === grant.total &&
  pack.expiresAt === grant.expiresAt;

/** The packs of a platform; the oldest beyond 10,000 are forgotten. */
export const createPacks = ({ clock, dice }: PacksOptions): Packs => {
  const packs = createBoundedMap<Pack>(limit);
  const nextId = createIds(dice);

  const isGone = ({ status, expiresAt }: Pack): boolean =>
    status === 'deleted' || (expiresAt !== undefined && clock.now() >= expiresAt);
  const keep = (pack: Pack): Pack => {
    packs.set(keyOf(pack.agentId, pack.freespinsId), pack);
    return pack;
  };
  const create = (grant: Grant): Pack =>
    keep({
      ...grant,
      freespinsId: grant.freespinsId ?? nextId(),
      played: 0,
      accumulatedWin: '0',
      status: 'active',
    });

  return {
    grant: (grant) => {
      const known =
        grant.freespinsId === undefined
          ? undefined
          : packs.get(keyOf(grant.agentId, grant.freespinsId));
      if (known === undefined) return { kind: 'granted', pack: create(grant) };
      return isRepeat(known, grant) ? { kind: 'granted', pack: known } : { kind: 'conflict' };
    },
    find: (agentId, freespinsId) => {
      const pack = packs.get(keyOf(agentId, freespinsId));
      return pack === undefined || isGone(pack) ? undefined : pack;
    },
    activeFor: (holder) => {
      for (const pack of packs.values()) {
        if (pack.status === 'active' && isHeldBy(pack, holder) && !isGone(pack)) return pack;
      }
      return undefined;
    },
    remove: (pack) => keep({ ...pack, status: 'deleted' }),
  };
};
