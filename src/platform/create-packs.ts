import type { KeptStore } from '../journal/kept-store.ts';
import { keepsNothing } from '../journal/kept-store.ts';
import { amountOf, renderAmount } from '../money/amount.ts';
import type { AmountText, MakeBet } from '../spec/callback.ts';
import type { Clock } from '../world/clock.ts';
import type { Dice } from '../world/dice.ts';
import { createIds } from './create-ids.ts';
import { createKeptMap } from './create-kept-map.ts';
import type { Shape } from './kept-shape.ts';
import {
  isAbsentOr,
  isAmount,
  isListOf,
  isNumber,
  isOneOf,
  isShaped,
  isText,
  readShaped,
} from './kept-shape.ts';

/** Whose free spins: a pack is for one player, in one game and one currency. */
export interface PackHolder {
  readonly agentId: number;
  readonly playerId: string;
  readonly gameId: number;
  readonly currency: string;
}

/**
 * A pack of free spins. `expiresAt`: Unix milliseconds; never, when undefined. `owed`: its wins that
 * the agent has not confirmed; absent when there are none.
 */
export interface Pack extends PackHolder {
  readonly freespinsId: string;
  readonly bet: AmountText;
  readonly total: number;
  readonly played: number;
  readonly accumulatedWin: AmountText;
  readonly status: 'active' | 'finished' | 'deleted';
  readonly expiresAt: number | undefined;
  readonly owed?: readonly MakeBet[];
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
  /** One spin more, and its win; undefined when there is none left, or the pack is over. */
  play(pack: Pack, win: AmountText): Pack | undefined;
  /** The agent has heard that all are played. Undefined unless the pack was active. */
  finish(pack: Pack): Pack | undefined;
  /** A win that the agent has to confirm, whatever becomes of the pack. */
  owe(pack: Pack, due: MakeBet): void;
  /** That one is confirmed. */
  settle(pack: Pack, transactionId: string): void;
  /** Those of a player in a currency that owe something, in any game. */
  owing(holder: PackHolder): Pack[];
  /** Every pack that is known, over or not, oldest first. */
  list(): Pack[];
  /** Forgets them all. */
  clear(): void;
}

export interface PacksOptions {
  readonly clock: Clock;
  readonly dice: Dice;
  /** Where packs outlive the platform; nowhere when absent. */
  readonly kept?: KeptStore;
}

const limit = 10_000;

const keyOf = ({ agentId, freespinsId }: Pick<Pack, 'agentId' | 'freespinsId'>): string =>
  `${agentId} ${freespinsId}`;

const isOfPlayer = (pack: Pack, { agentId, playerId, currency }: PackHolder): boolean =>
  pack.agentId === agentId && pack.playerId === playerId && pack.currency === currency;

const isHeldBy = (pack: Pack, holder: PackHolder): boolean =>
  isOfPlayer(pack, holder) && pack.gameId === holder.gameId;

const isRepeat = (pack: Pack, grant: Grant): boolean =>
  isHeldBy(pack, grant) &&
  pack.bet === grant.bet &&
  pack.total === grant.total &&
  pack.expiresAt === grant.expiresAt;

/** A pack that is played to its end cannot: its last notification and its win are to come. */
const isExpired = ({ expiresAt, played, total }: Pack, now: number): boolean =>
  expiresAt !== undefined && played < total && now >= expiresAt;

const afterSpin = (pack: Pack, win: AmountText): Pack => ({
  ...pack,
  played: pack.played + 1,
  accumulatedWin: renderAmount(amountOf(pack.accumulatedWin).plus(amountOf(win))),
});

/** The packs of a platform; the oldest beyond 10,000 are forgotten. */
export const createPacks = ({ clock, dice, kept = keepsNothing }: PacksOptions): Packs => {
  const packs = createKeptMap<Pack>({ kept, kind: 'pack', limit, read: readShaped(packShape) });
  const nextId = createIds(dice);

  const isGone = (pack: Pack): boolean => pack.status === 'deleted' || isExpired(pack, clock.now());
  const keep = (pack: Pack): Pack => {
    packs.set(keyOf(pack), pack);
    return pack;
  };
  const change = (pack: Pack, next: (known: Pack) => Pack): void => {
    const known = packs.get(keyOf(pack));
    if (known !== undefined) keep(next(known));
  };
  /** As it is now, while it is being played. */
  const alive = (pack: Pack): Pack | undefined => {
    const current = packs.get(keyOf(pack));
    return current?.status === 'active' && !isGone(current) ? current : undefined;
  };

  return {
    grant: (grant) => {
      const { agentId, freespinsId = nextId() } = grant;
      const known = packs.get(keyOf({ agentId, freespinsId }));
      if (known === undefined) return { kind: 'granted', pack: keep(begin(grant, freespinsId)) };
      return isRepeat(known, grant) ? { kind: 'granted', pack: known } : { kind: 'conflict' };
    },
    find: (agentId, freespinsId) => {
      const pack = packs.get(keyOf({ agentId, freespinsId }));
      return pack === undefined || isGone(pack) ? undefined : pack;
    },
    activeFor: (holder) =>
      first(packs.values(), (pack) => isHeldBy(pack, holder) && alive(pack) !== undefined),
    remove: (pack) => keep({ ...pack, status: 'deleted' }),
    play: (pack, win) => {
      const current = alive(pack);
      if (current === undefined || current.played >= current.total) return undefined;
      return keep(afterSpin(current, win));
    },
    finish: (pack) => {
      const current = alive(pack);
      return current === undefined ? undefined : keep({ ...current, status: 'finished' });
    },
    owe: (pack, due) => change(pack, (known) => withDue(known, due)),
    settle: (pack, transactionId) => change(pack, (known) => withoutDue(known, transactionId)),
    owing: (holder) =>
      [...packs.values()].filter((pack) => pack.owed !== undefined && isOfPlayer(pack, holder)),
    list: () => [...packs.values()],
    clear: packs.clear,
  };
};

const makeBetShape: Shape<MakeBet> = {
  ...{ type: isOneOf('makeBet'), agentId: isNumber, sessionId: isText, playerId: isText },
  ...{ playerUsername: isText, currency: isText, language: isText, requestId: isText },
  ...{ bet: isAmount, win: isAmount, transactionId: isText, gameRoundId: isText },
  roundFinished: isOneOf(true, false),
};

const packShape: Shape<Pack> = {
  ...{ agentId: isNumber, playerId: isText, gameId: isNumber, currency: isText },
  ...{ freespinsId: isText, bet: isAmount, total: isNumber, played: isNumber },
  ...{ accumulatedWin: isAmount, status: isOneOf('active', 'finished', 'deleted') },
  ...{ expiresAt: isAbsentOr(isNumber), owed: isAbsentOr(isListOf(isShaped(makeBetShape))) },
};

const begin = (grant: Grant, freespinsId: string): Pack => ({
  ...grant,
  freespinsId,
  played: 0,
  accumulatedWin: '0',
  status: 'active',
});

const withDue = (pack: Pack, due: MakeBet): Pack => ({
  ...pack,
  owed: [...(pack.owed ?? []), due],
});

const withoutDue = ({ owed = [], ...pack }: Pack, transactionId: string): Pack => {
  const left = owed.filter((due) => due.transactionId !== transactionId);
  return left.length === 0 ? pack : { ...pack, owed: left };
};

const first = (packs: Iterable<Pack>, isMeant: (pack: Pack) => boolean): Pack | undefined => {
  for (const pack of packs) {
    if (isMeant(pack)) return pack;
  }
  return undefined;
};
