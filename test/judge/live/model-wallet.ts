import type { Callback, MakeBet, Rollback } from '../../../src/spec/callback.ts';
import type { Answer } from '../../../src/spec/exchange.ts';
import { balance, refusal } from '../calls.ts';

/** What right agents do differently, where the specification lets them. */
export interface WalletHabits {
  readonly saysNotFound: boolean;
  /** Refuses a makeBet whose rollback came first. */
  readonly refusesCancelled: boolean;
  readonly remembersRefused: boolean;
  /** Refuses transactions of other accounts instead of answering the balance. */
  readonly refusesForeign: boolean;
}

/** Ways to be wrong. */
export type Flaw =
  | 'no-duplicate-check'
  | 'bet-not-debited'
  | 'win-not-credited'
  | 'rollback-keeps-win'
  | 'rollback-repeats'
  | 'rollback-ignored'
  | 'refused-but-debited'
  | 'no-balance-check'
  | 'floats'
  | 'rounds-down'
  | 'old-answer'
  | 'first-answer-repeated'
  | 'cached-balance'
  | 'duplicate-refused'
  | 'rolled-back-again';

export const rightHabits: WalletHabits = {
  saysNotFound: false,
  refusesCancelled: false,
  remembersRefused: true,
  refusesForeign: false,
};

interface Entry {
  readonly owner: string;
  readonly state: 'processed' | 'rolled back' | 'refused' | 'cancelled';
  readonly bet: number;
  readonly win: number;
  readonly said: Answer;
}

/** A wallet that handles one callback after another; money in whole cents. */
export interface ModelWallet {
  handle(callback: Callback): Answer;
  /** Somebody else moves money, as far as there is any: nobody stakes what is not there. */
  move(playerId: string, cents: number): void;
}

interface Store {
  readonly habits: WalletHabits;
  readonly flaw: Flaw | undefined;
  readonly opening: number;
  readonly cents: Map<string, number>;
  readonly entries: Map<string, Entry>;
  readonly cache: Map<string, number>;
}

export const createModelWallet = (habits: WalletHabits, opening: number, flaw?: Flaw): ModelWallet => {
  const store: Store = {
    habits,
    flaw,
    opening,
    cents: new Map(),
    entries: new Map(),
    cache: new Map(),
  };
  return {
    handle: (callback) => handle(store, callback),
    move: (playerId, cents) => {
      if (balanceOf(store, playerId) + cents >= 0) move(store, playerId, cents);
    },
  };
};

const handle = (store: Store, callback: Callback): Answer => {
  if (callback.type === 'getBalance') return read(store, callback);
  const known = store.entries.get(callback.transactionId);
  if (known !== undefined && known.owner !== callback.playerId) {
    return store.habits.refusesForeign ? refusal('transaction_not_found', 404) : show(store, callback);
  }
  return callback.type === 'makeBet' ? makeBet(store, callback, known) : rollBack(store, callback, known);
};

const centsOf = (text: string): number => Math.round(Number(text) * 100);

const balanceOf = ({ cents, opening }: Store, playerId: string): number => cents.get(playerId) ?? opening;

const move = (store: Store, playerId: string, change: number): void => {
  store.cents.set(playerId, balanceOf(store, playerId) + change);
};

const shown = ({ flaw }: Store, cents: number): Answer =>
  balance(`${(cents / 100).toFixed(2)}${flaw === 'floats' ? '0000000001' : ''}`);

const show = (store: Store, { playerId }: Callback): Answer => shown(store, balanceOf(store, playerId));

const read = (store: Store, callback: Callback): Answer => {
  if (store.flaw !== 'cached-balance') return show(store, callback);
  const { playerId } = callback;
  const cached = store.cache.get(playerId) ?? balanceOf(store, playerId);
  store.cache.set(playerId, cached);
  return shown(store, cached);
};

const makeBet = (store: Store, callback: MakeBet, known: Entry | undefined): Answer => {
  const repeated = known === undefined ? undefined : repeat(store, callback, known);
  if (repeated !== undefined) return repeated;
  const [bet, win] = [centsOf(callback.bet), centsOf(callback.win)];
  const isCovered = bet === 0 || bet <= balanceOf(store, callback.playerId);
  return isCovered || store.flaw === 'no-balance-check'
    ? apply(store, callback, { bet, win })
    : refuse(store, callback, { bet, win });
};

/** Undefined where the wallet takes it for new. */
const repeat = (store: Store, callback: MakeBet, known: Entry): Answer | undefined => {
  const { flaw, habits } = store;
  if (flaw === 'no-duplicate-check') return undefined;
  if (flaw === 'rolled-back-again' && known.state === 'rolled back') return undefined;
  if (known.state === 'refused') return refusal('insufficient_balance');
  if (known.state === 'processed') {
    if (flaw === 'duplicate-refused') return refusal('duplicate_transaction', 409);
    return flaw === 'first-answer-repeated' ? known.said : show(store, callback);
  }
  return refusesLate(known, habits) ? refusal('cancelled', 409) : show(store, callback);
};

const refusesLate = ({ state }: Entry, { refusesCancelled }: WalletHabits): boolean =>
  state === 'cancelled' && refusesCancelled;

type Amounts = Pick<Entry, 'bet' | 'win'>;

const apply = (store: Store, callback: MakeBet, { bet, win }: Amounts): Answer => {
  const { flaw, entries } = store;
  const { playerId, transactionId } = callback;
  const before = show(store, callback);
  const debit = flaw === 'bet-not-debited' ? 0 : bet;
  const credit = flaw === 'win-not-credited' ? 0 : win;
  const lost = flaw === 'rounds-down' && bet % 10 !== 0 ? 1 : 0;
  move(store, playerId, credit - debit - lost);
  const said = flaw === 'old-answer' ? before : show(store, callback);
  entries.set(transactionId, { owner: playerId, state: 'processed', bet, win, said });
  return said;
};

const refuse = (store: Store, callback: MakeBet, { bet, win }: Amounts): Answer => {
  const { playerId, transactionId } = callback;
  if (store.flaw === 'refused-but-debited') move(store, playerId, win - bet);
  const said = refusal('insufficient_balance');
  const entry: Entry = { owner: playerId, state: 'refused', bet, win, said };
  if (store.habits.remembersRefused) store.entries.set(transactionId, entry);
  return said;
};

const rollBack = (store: Store, callback: Rollback, known: Entry | undefined): Answer => {
  if (known?.state === 'rolled back' && store.flaw !== 'rollback-repeats') {
    return show(store, callback);
  }
  if (known?.state === 'processed' || known?.state === 'rolled back') {
    return refund(store, callback, known);
  }
  const said = store.habits.saysNotFound ? refusal('transaction_not_found', 404) : show(store, callback);
  const { playerId: owner, transactionId } = callback;
  store.entries.set(transactionId, { owner, state: 'cancelled', bet: 0, win: 0, said });
  return said;
};

const refund = (store: Store, callback: Rollback, known: Entry): Answer => {
  const { flaw, entries } = store;
  entries.set(callback.transactionId, { ...known, state: 'rolled back' });
  const taken = flaw === 'rollback-keeps-win' ? 0 : known.win;
  if (flaw !== 'rollback-ignored') move(store, callback.playerId, known.bet - taken);
  return show(store, callback);
};
