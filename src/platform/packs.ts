import type { Clock } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import { amountOf, renderAmount } from '../base/money.ts';
import type { Made } from '../formats/schema.ts';
import { type KeptStore, keepsNothing } from '../journal/kept.ts';
import type { AmountText } from '../spec/callback.ts';
import { platformBounds } from '../spec/platform-bounds.ts';
import type { Quirks } from '../spec/quirks.ts';
import { createIds } from './create-ids.ts';
import { KeptMap } from './kept-map.ts';
import type { dueSchema, packSchema } from './kept-schemas.ts';
import type { GameSession } from './sessions.ts';

/** A win that the agent has to confirm. */
export type Due = Made<typeof dueSchema>;

/** A pack of free spins: for one player, in one game and one currency. */
export type Pack = Made<typeof packSchema>;

/** By what a pack is known. */
type PackKey = Pick<Pack, 'agentId' | 'freespinsId'>;

/** Whose free spins they are. */
type PackHolder = Pick<Pack, 'agentId' | 'playerId' | 'gameId' | 'currency'>;

/** What an agent grants; its own id for the pack is optional. */
export type Grant = PackHolder & Pick<Pack, 'bet' | 'total' | 'expiresAt'> & Partial<Pick<Pack, 'freespinsId'>>;

/** `full`: so many packs are not over, or owe something; none of them is forgotten. */
type Granted =
  | { readonly kind: 'granted'; readonly pack: Pack }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'full'; readonly limit: number };

/** A free spin that was played. */
export interface Spin {
  readonly win: AmountText;
  readonly session: GameSession;
}

interface PacksOptions {
  readonly clock: Clock;
  readonly dice: Dice;
  readonly packEnd: Quirks['packEnd'];
  /** Where packs outlive the platform; nowhere when absent. */
  readonly kept?: KeptStore | undefined;
  /** Packs that are known at once; the oldest that are over are forgotten beyond it. */
  readonly limit?: number;
}

/** The packs of a platform. One that is not over, or owes something, is never forgotten: no more are granted then. */
export class Packs {
  readonly #options: PacksOptions;
  readonly #limit: number;
  readonly #nextId: () => string;
  readonly #packs: KeptMap<Pack>;
  /** Keys of those that are alive, by `groupsOf`: every call of a game looks for some, and there may be 10,000. */
  readonly #groups = new Map<string, Set<string>>();

  constructor(options: PacksOptions) {
    const { kept = keepsNothing, limit = platformBounds.packs } = options;
    this.#options = options;
    this.#limit = limit;
    this.#nextId = createIds(options.dice);
    this.#packs = new KeptMap<Pack>({ kept, kind: 'pack', limit, isNeeded: isAlive });
    for (const pack of this.list()) this.#group(pack);
  }

  /** A known id with the same grant is a repeat: the pack as it is now. With another, a conflict. */
  grant(grant: Grant): Granted {
    const { freespinsId = this.#nextId() } = grant;
    const known = this.current({ agentId: grant.agentId, freespinsId });
    if (known !== undefined) {
      if (!isRepeat(known, grant)) return { kind: 'conflict' };
      // One whose time is up is over, also before somebody sees to its end.
      const isOver = known.status === 'active' && this.isExpired(known);
      return { kind: 'granted', pack: isOver ? { ...known, status: 'finished' } : known };
    }
    if (this.#isFull()) return { kind: 'full', limit: this.#limit };
    const pack: Pack = { ...grant, freespinsId, played: 0, accumulatedWin: '0', status: 'active' };
    return { kind: 'granted', pack: this.#keep(pack) };
  }

  /** The pack of an agent by id, unless it is over: deleted, expired, or finished in any other way. */
  find(agentId: number, freespinsId: string): Pack | undefined {
    return this.#playable({ agentId, freespinsId });
  }

  /** The pack being played: the first granted of the active ones. */
  activeFor(holder: PackHolder): Pack | undefined {
    return this.#in(playerGroup(holder)).find(
      (pack) => pack.gameId === holder.gameId && this.#playable(pack) !== undefined,
    );
  }

  /** The one that was last played in the session of this link, and is closing. */
  closingFor(linkKey: string): Pack | undefined {
    return this.#in(closingGroup(linkKey))[0];
  }

  /** As it is now; undefined where it is forgotten. */
  current(pack: PackKey): Pack | undefined {
    return this.#packs.get(keyOf(pack));
  }

  /** Ends it: deleted. One that was begun is closing then, where the quirk packEnd says so. */
  remove(pack: Pack): Pack {
    return this.#end(pack, 'deleted');
  }

  /** The same for one whose time is up, or whose session is closed: finished with what was played. */
  end(pack: Pack): Pack {
    return this.#end(pack, 'finished');
  }

  /** Its time is up: it cannot be played any more. One played to its end cannot: its win is to come. */
  isExpired({ expiresAt, played, total }: Pack): boolean {
    return expiresAt !== undefined && played < total && this.#options.clock.now() >= expiresAt;
  }

  /** One spin more, and its win; undefined when there is none left, or the pack is over. */
  play(pack: Pack, { win, session }: Spin): Pack | undefined {
    const known = this.#playable(pack);
    if (known === undefined || known.played >= known.total) return undefined;
    const accumulatedWin = renderAmount(amountOf(known.accumulatedWin).plus(amountOf(win)));
    return this.#keep({ ...known, session, played: known.played + 1, accumulatedWin });
  }

  /** The agent has heard that it is over. Undefined unless the pack was active, or closing. */
  finish(pack: Pack): Pack | undefined {
    const known = this.current(pack);
    if (known?.closing !== undefined) {
      const { closing: _, ...closed } = known;
      return this.#keep(closed);
    }
    const playing = this.#playable(pack);
    return playing && this.#keep({ ...playing, status: 'finished' });
  }

  /** A win that the agent has to confirm, whatever becomes of the pack. */
  owe(pack: Pack, due: Due): void {
    this.#change(pack, (known) => ({
      ...known,
      ...(known.closing === undefined ? {} : { closing: 'owed' }),
      owed: [...(known.owed ?? []), due],
    }));
  }

  /** A rollback of it goes out. */
  cancelling(pack: Pack, transactionId: string): void {
    this.#change(pack, (known) => ({
      ...known,
      owed: known.owed?.map((due) => (due.transactionId === transactionId ? { ...due, cancelling: true } : due)),
    }));
  }

  /** That one is confirmed. */
  settle(pack: Pack, transactionId: string): void {
    this.#change(pack, ({ owed = [], ...known }) => {
      const left = owed.filter((due) => due.transactionId !== transactionId);
      return left.length === 0 ? known : { ...known, owed: left };
    });
  }

  /** Those of a player in a currency that owe something, in any game. */
  owing(holder: PackHolder): Pack[] {
    return this.#in(playerGroup(holder)).filter(({ owed }) => owed !== undefined);
  }

  /** Those that are not over, or owe something, oldest first. */
  alive(): Pack[] {
    return this.#in(everyAlive);
  }

  /** Every pack that is known, over or not, oldest first. */
  list(): Pack[] {
    return [...this.#packs.values()];
  }

  /** Forgets those of an agent that has ended, whatever they owe. */
  forgetAgent(agentId: number): void {
    this.#packs.forgetWhere((pack) => pack.agentId === agentId);
    this.#groups.clear();
    for (const pack of this.list()) this.#group(pack);
  }

  clear(): void {
    this.#packs.clear();
    this.#groups.clear();
  }

  #keep(pack: Pack): Pack {
    this.#packs.set(keyOf(pack), pack);
    this.#group(pack);
    return pack;
  }

  #group(pack: Pack): void {
    for (const [group, isMember] of groupsOf(pack)) {
      const keys = this.#groups.get(group) ?? new Set();
      if (isMember) keys.add(keyOf(pack));
      else keys.delete(keyOf(pack));
      if (keys.size > 0) this.#groups.set(group, keys);
      else this.#groups.delete(group);
    }
  }

  #in(group: string): Pack[] {
    return Array.from(this.#groups.get(group) ?? [], (key) => this.#packs.get(key)).filter(
      (pack) => pack !== undefined,
    );
  }

  /** Nothing where it is forgotten, as its agent has ended. */
  #change(pack: PackKey, changed: (known: Pack) => Pack): void {
    const known = this.current(pack);
    if (known !== undefined) this.#keep(changed(known));
  }

  /** As it is now, while it is being played. */
  #playable(pack: PackKey): Pack | undefined {
    const known = this.current(pack);
    return known?.status === 'active' && !this.isExpired(known) ? known : undefined;
  }

  #end(pack: Pack, status: Pack['status']): Pack {
    const known = this.current(pack);
    // Forgotten meanwhile, as its agent has ended.
    if (known === undefined) return { ...pack, status };
    const isClosing = this.#options.packEnd === 'settle' && known.status === 'active' && known.played > 0;
    return this.#keep({ ...known, status, ...(isClosing ? { closing: 'due' } : {}) });
  }

  #isFull(): boolean {
    const alive = this.alive();
    if (alive.length < this.#limit) return false;
    // Those whose time is up end as soon as somebody plays; until then they are only in the way.
    const inTheWay = alive.filter((pack) => pack.status === 'active' && pack.played === 0 && this.isExpired(pack));
    for (const pack of inTheWay) this.#keep({ ...pack, status: 'finished' });
    return inTheWay.length === 0;
  }
}

const keyOf = ({ agentId, freespinsId }: PackKey): string => `${agentId} ${freespinsId}`;

const isRepeat = (pack: Pack, grant: Grant): boolean =>
  (['playerId', 'gameId', 'currency', 'bet', 'total', 'expiresAt'] as const).every(
    (name) => pack[name] === grant[name],
  );

/** Not over, or it owes something. */
const isAlive = ({ status, closing, owed }: Pack): boolean =>
  status === 'active' || closing !== undefined || owed !== undefined;

const everyAlive = 'alive';
const playerGroup = ({ agentId, playerId, currency }: PackHolder): string =>
  JSON.stringify([agentId, playerId, currency]);
const closingGroup = (linkKey: string): string => `closing ${linkKey}`;

/** Where a pack is looked for, and whether it is there: while it is closing, by the link of its last session as well. */
const groupsOf = (pack: Pack): readonly (readonly [group: string, isMember: boolean])[] => [
  [everyAlive, isAlive(pack)],
  [playerGroup(pack), isAlive(pack)],
  ...(pack.session === undefined ? [] : [[closingGroup(pack.session.linkKey), pack.closing !== undefined] as const]),
];
