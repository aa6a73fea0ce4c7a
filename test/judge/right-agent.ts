import type { Callback, MakeBet, Rollback } from '../../src/spec/callback.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import { balance, refusal } from './calls.ts';

/** What right agents do differently, where the specification lets them. */
export interface Habits {
  /** Answers transaction_not_found to a rollback that finds nothing. */
  readonly saysNotFound: boolean;
  /** Refuses a makeBet whose rollback came first. */
  readonly refusesCancelled: boolean;
  /** Refuses a bet that was rolled back, or cancelled before it came. */
  /** Remembers the rollback of a bet that has not come yet. */
  readonly remembersCancelled: boolean;
  /** Refuses a transaction_id that it refused before. */
  readonly remembersRefused: boolean;
  /** Refuses transactions of other accounts instead of answering the balance. */
  readonly refusesForeign: boolean;
}

interface Entry {
  readonly owner: string;
  readonly state: 'processed' | 'rolled back' | 'refused' | 'cancelled';
  readonly net: number;
}

/** Its money in whole cents, and its transactions. */
interface Store {
  readonly cents: Map<string, number>;
  readonly entries: Map<string, Entry>;
}

/** An agent that handles one callback after another by section 3. */
export const createRightAgent = (
  habits: Habits,
  opened: ReadonlyMap<string, number>,
): ((callback: Callback) => Answer) => {
  const store: Store = { cents: new Map(opened), entries: new Map() };
  return (callback) => {
    const owner = `${callback.playerId} ${callback.currency}`;
    if (!store.cents.has(owner)) return refusal('player_not_found', 404);
    return callback.type === 'getBalance' ? show(store, owner) : change(habits, store, { callback, owner });
  };
};

interface Change {
  readonly callback: MakeBet | Rollback;
  readonly owner: string;
}

const change = (habits: Habits, store: Store, { callback, owner }: Change): Answer => {
  const known = store.entries.get(callback.transactionId);
  if (known !== undefined && known.owner !== owner) {
    return habits.refusesForeign ? notFound : show(store, owner);
  }
  const asked = { habits, store, owner, known };
  return callback.type === 'makeBet' ? makeBet(asked, callback) : rollBack(asked, callback);
};

const notFound = refusal('transaction_not_found', 404);

const show = ({ cents }: Store, owner: string): Answer => balance(((cents.get(owner) ?? 0) / 100).toFixed(2));

const move = (store: Store, { owner, net }: Pick<Entry, 'owner' | 'net'>): Answer => {
  store.cents.set(owner, (store.cents.get(owner) ?? 0) + net);
  return show(store, owner);
};

interface Asked {
  readonly habits: Habits;
  readonly store: Store;
  readonly owner: string;
  /** The account's own transaction of that id. */
  readonly known: Entry | undefined;
}

const makeBet = ({ habits, store, owner, known }: Asked, callback: MakeBet): Answer => {
  if (known?.state === 'refused') return refusal('insufficient_balance');
  if (known?.state === 'processed') return show(store, owner);
  if (known?.state === 'cancelled' && habits.refusesCancelled) return refusal('cancelled', 409);
  if (known !== undefined) return show(store, owner);
  const { bet, win, transactionId } = callback;
  const [taken, paid] = [Math.round(Number(bet) * 100), Math.round(Number(win) * 100)];
  const entry: Entry = { owner, state: 'processed', net: paid - taken };
  if (taken > 0 && taken > (store.cents.get(owner) ?? 0)) {
    if (habits.remembersRefused) store.entries.set(transactionId, { ...entry, state: 'refused' });
    return refusal('insufficient_balance');
  }
  store.entries.set(transactionId, entry);
  return move(store, entry);
};

const rollBack = ({ habits, store, owner, known }: Asked, { transactionId }: Rollback): Answer => {
  switch (known?.state) {
    case 'rolled back':
      return show(store, owner);
    case 'processed':
      store.entries.set(transactionId, { ...known, state: 'rolled back' });
      return move(store, { owner, net: -known.net });
    default: {
      const cancelled: Entry = { owner, state: 'cancelled', net: 0 };
      if (habits.remembersCancelled) store.entries.set(transactionId, cancelled);
      return habits.saysNotFound ? notFound : show(store, owner);
    }
  }
};
