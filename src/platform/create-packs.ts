import type { Clock } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import { amountOf, renderAmount } from '../base/money.ts';
import { type KeptStore, keepsNothing } from '../journal/kept.ts';
import type { AmountText } from '../spec/callback.ts';
import { platformBounds } from '../spec/platform-bounds.ts';
import type { Quirks } from '../spec/quirks.ts';
import { createIds } from './create-ids.ts';
import type { GameSession } from './create-sessions.ts';
import type { Due, Pack, PackHolder } from './pack.ts';
import { openPackIndex, type PackIndex, type PackKey } from './pack-index.ts';

/** What an agent grants; its own id for the pack is optional. */
export interface Grant extends PackHolder {
  readonly freespinsId: string | undefined;
  readonly bet: AmountText;
  readonly total: number;
  readonly expiresAt: number | undefined;
}

export interface Packs {
  /** A known id with the same grant is a repeat: the pack as it is now. With another, a conflict. */
  grant(grant: Grant): Granted;
  /** The pack of an agent by id, unless it is over: deleted, expired, or finished in any other way. */
  find(agentId: number, freespinsId: string): Pack | undefined;
  /** The pack being played: the first granted of the active ones. */
  activeFor(holder: PackHolder): Pack | undefined;
  /** The one that was last played in the session of this link, and is closing. */
  closingFor(linkKey: string): Pack | undefined;
  /** As it is now; undefined where it is forgotten. */
  current(pack: PackKey): Pack | undefined;
  /** Ends it: deleted. One that was begun is closing then, where the quirk packEnd says so. */
  remove(pack: Pack): Pack;
  /** The same for one whose time is up, or whose session is closed: finished with what was played. */
  end(pack: Pack): Pack;
  /** Whether its time is up: it cannot be played any more, however it ends. */
  isExpired(pack: Pack): boolean;
  /** One spin more, and its win; undefined when there is none left, or the pack is over. */
  play(pack: Pack, spin: Spin): Pack | undefined;
  /** The agent has heard that it is over. Undefined unless the pack was active, or closing. */
  finish(pack: Pack): Pack | undefined;
  /** A win that the agent has to confirm, whatever becomes of the pack. */
  owe(pack: Pack, due: Due): void;
  /** A rollback of it goes out. */
  cancelling(pack: Pack, transactionId: string): void;
  /** That one is confirmed. */
  settle(pack: Pack, transactionId: string): void;
  /** Those of a player in a currency that owe something, in any game. */
  owing(holder: PackHolder): Pack[];
  /** Those that are not over, or owe something, oldest first. */
  alive(): Iterable<Pack>;
  /** Every pack that is known, over or not, oldest first. */
  list(): Pack[];
  /** Forgets those of an agent that has ended, whatever they owe. */
  forgetAgent(agentId: number): void;
  /** Forgets them all. */
  clear(): void;
}

/** `full`: so many packs are not over, or owe something; none of them is forgotten. */
export type Granted =
  | { readonly kind: 'granted'; pack: Pack }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'full'; readonly limit: number };

/** A free spin that was played. */
export interface Spin {
  readonly win: AmountText;
  readonly session: GameSession;
}

export interface PacksOptions {
  readonly clock: Clock;
  readonly dice: Dice;
  readonly packEnd: Quirks['packEnd'];
  /** Where packs outlive the platform; nowhere when absent. */
  readonly kept?: KeptStore;
  /** Packs that are known at once; the oldest that are over are forgotten beyond it. */
  readonly limit?: number;
}

const isHeldBy = (pack: Pack, holder: PackHolder): boolean =>
  pack.agentId === holder.agentId &&
  pack.playerId === holder.playerId &&
  pack.currency === holder.currency &&
  pack.gameId === holder.gameId;

const isRepeat = (pack: Pack, grant: Grant): boolean =>
  isHeldBy(pack, grant) && pack.bet === grant.bet && pack.total === grant.total && pack.expiresAt === grant.expiresAt;

/** A pack that is played to its end cannot: its last notification and its win are to come. */
const isExpired = ({ expiresAt, played, total }: Pack, now: number): boolean =>
  expiresAt !== undefined && played < total && now >= expiresAt;

/** A pack whose time is up is over, also before somebody sees to its end. */
const asItIs = (pack: Pack, now: number): Pack =>
  pack.status === 'active' && isExpired(pack, now) ? { ...pack, status: 'finished' } : pack;

const afterSpin = (pack: Pack, { win, session }: Spin): Pack => ({
  ...pack,
  session,
  played: pack.played + 1,
  accumulatedWin: renderAmount(amountOf(pack.accumulatedWin).plus(amountOf(win))),
});

/** The packs of a platform. One that is not over, or owes something, is never forgotten: no more are granted then. */
export const createPacks = (options: PacksOptions): Packs => {
  const table = openTable(options);
  const { limit = platformBounds.packs } = options;
  return {
    ...grantsOf(table, createIds(options.dice), limit),
    ...playsOf(table),
    ...endsOf(table, options.packEnd),
    ...duesOf(table),
    alive: table.packs.alive,
    list: () => [...table.packs.all()],
    forgetAgent: (agentId) => {
      for (const pack of [...table.packs.all()]) {
        if (pack.agentId === agentId) table.packs.forget(pack);
      }
    },
    clear: table.packs.clear,
  };
};

/** The packs as they are now. */
interface PackTable {
  readonly packs: PackIndex;
  readonly now: () => number;
  readonly keep: (pack: Pack) => Pack;
  readonly current: Packs['current'];
  /** As it is now, while it is being played. */
  readonly alive: Packs['current'];
}

const openTable = ({ clock, kept = keepsNothing, limit = platformBounds.packs }: PacksOptions): PackTable => {
  const { now } = clock;
  const packs = openPackIndex(kept, limit);
  const current: Packs['current'] = packs.get;
  return {
    packs,
    now,
    keep: (pack) => {
      packs.set(pack);
      return pack;
    },
    current,
    alive: (pack) => {
      const known = current(pack);
      return known?.status === 'active' && !isExpired(known, now()) ? known : undefined;
    },
  };
};

const grantsOf = (
  { packs, now, keep, current, alive }: PackTable,
  nextId: () => string,
  limit: number,
): Pick<Packs, 'grant' | 'find' | 'current'> => {
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** Those whose time is up end as soon as somebody plays; until then they are only in the way. */
  const endExpired = (): void => {
    if (Math.abs(now() - lookedAt) < lookAgainMs) return;
    lookedAt = now();
    for (const pack of [...packs.alive()]) {
      const isInTheWay = pack.status === 'active' && pack.played === 0 && isExpired(pack, now());
      if (isInTheWay) keep({ ...pack, status: 'finished' });
    }
  };
  const isFull = (): boolean => {
    if (packs.aliveCount() >= limit) endExpired();
    return packs.aliveCount() >= limit;
  };
  return {
    grant: (grant) => {
      const { agentId, freespinsId = nextId() } = grant;
      const known = current({ agentId, freespinsId });
      if (known !== undefined) {
        return isRepeat(known, grant) ? { kind: 'granted', pack: asItIs(known, now()) } : { kind: 'conflict' };
      }
      if (isFull()) return { kind: 'full', limit };
      return { kind: 'granted', pack: keep(begin(grant, freespinsId)) };
    },
    find: (agentId, freespinsId) => alive({ agentId, freespinsId }),
    current,
  };
};

/** Where no pack can be granted, all are looked at for those that are expired so often at most. */
const lookAgainMs = 1_000;

const playsOf = ({ packs, keep, alive }: PackTable): Pick<Packs, 'activeFor' | 'play'> => ({
  activeFor: (holder) => first(packs.ofPlayer(holder), (pack) => isHeldBy(pack, holder) && alive(pack) !== undefined),
  play: (pack, spin) => {
    const current = alive(pack);
    if (current === undefined || current.played >= current.total) return undefined;
    return keep(afterSpin(current, spin));
  },
});

const endsOf = (
  { packs, now, keep, current, alive }: PackTable,
  packEnd: Quirks['packEnd'],
): Pick<Packs, 'isExpired' | 'remove' | 'end' | 'closingFor' | 'finish'> => {
  const over = (pack: Pack, status: Pack['status']): Pack => {
    const known = current(pack);
    // Forgotten meanwhile, as its agent has ended.
    if (known === undefined) return { ...pack, status };
    const isClosing = packEnd === 'settle' && known.status === 'active' && known.played > 0;
    return keep({ ...known, status, ...(isClosing ? { closing: 'due' } : {}) });
  };
  return {
    isExpired: (pack) => isExpired(pack, now()),
    remove: (pack) => over(pack, 'deleted'),
    end: (pack) => over(pack, 'finished'),
    closingFor: (linkKey) => first(packs.closingIn(linkKey), () => true),
    finish: (pack) => {
      const known = current(pack);
      if (known?.closing !== undefined) return keep(closed(known));
      const playing = alive(pack);
      return playing === undefined ? undefined : keep({ ...playing, status: 'finished' });
    },
  };
};

const duesOf = ({ packs, keep, current }: PackTable): Pick<Packs, 'owe' | 'cancelling' | 'settle' | 'owing'> => {
  const change = (pack: Pack, next: (known: Pack) => Pack): void => {
    const known = current(pack);
    if (known !== undefined) keep(next(known));
  };
  return {
    owe: (pack, due) => change(pack, (known) => withDue(known, due)),
    cancelling: (pack, transactionId) => change(pack, (known) => withCancelling(known, transactionId)),
    settle: (pack, transactionId) => change(pack, (known) => withoutDue(known, transactionId)),
    owing: (holder) => [...packs.ofPlayer(holder)].filter(({ owed }) => owed !== undefined),
  };
};

const begin = (grant: Grant, freespinsId: string): Pack => ({
  ...grant,
  freespinsId,
  played: 0,
  accumulatedWin: '0',
  status: 'active',
});

const closed = ({ closing: _, ...pack }: Pack): Pack => pack;

const withDue = (pack: Pack, due: Due): Pack => ({
  ...pack,
  ...(pack.closing === undefined ? {} : { closing: 'owed' }),
  owed: [...(pack.owed ?? []), due],
});

const withCancelling = (pack: Pack, transactionId: string): Pack => ({
  ...pack,
  owed: (pack.owed ?? []).map((due) => (due.transactionId === transactionId ? { ...due, cancelling: true } : due)),
});

const withoutDue = ({ owed = [], ...pack }: Pack, transactionId: string): Pack => {
  const left = owed.filter((due) => due.transactionId !== transactionId);
  return left.length === 0 ? pack : { ...pack, owed: left };
};

const first = (packs: Iterable<Pack>, isMeant: (pack: Pack) => boolean | undefined): Pack | undefined => {
  for (const pack of packs) {
    if (isMeant(pack)) return pack;
  }
  return undefined;
};
