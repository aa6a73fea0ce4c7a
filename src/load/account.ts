import { type Amount, amountOf, renderAmount } from '../base/money.ts';
import { type Case, type CaseRules, openCase, unsureAccounts } from '../judge/case.ts';
import type { Account } from '../ledger/account.ts';
import { balanceIn, type Ledger, openLedger, type Transaction } from '../ledger/ledger.ts';
import { type Callback, transactionIdOf } from '../spec/callback.ts';

/** A callback that is to be sent, and its amounts in units of 10^-scale of its account. */
export interface PlannedCall {
  readonly callback: Callback;
  readonly bet: bigint;
  readonly win: bigint;
  /** The connection is dropped when the answer begins. */
  readonly isLost: boolean;
  /** It leaves so much later than the first of its group, milliseconds; with it when absent. */
  readonly afterMs?: number;
}

/** What stands for a scenario in the findings of a load. */
export const loadFile = 'load';

/** So many balances of before are known: an agent may read a copy of its data that is a moment old. */
const mostPast = 16;

/** So many transactions are remembered. */
const mostRecent = 5;

/** One account as a right agent has it, judged call by call. Units are of 10^-scale. */
export class LoadAccount {
  readonly #whose: Account;
  readonly scale: number;
  readonly opening: bigint;
  readonly #quirks: CaseRules['quirks'];
  /** The judgement of the activity under way. */
  state: Case;
  /**
   * The makeBets of an old transaction, of an old one that was rolled back, and of the last ones, as they
   * were sent, oldest first: what is repeated or rolled back later is one of them.
   */
  recent: readonly PlannedCall[] = [];
  /** The last balances that it had, oldest first. */
  past: readonly bigint[] = [];

  /** `opening`: as it was found, in units. */
  constructor(whose: Account, scale: number, opening: bigint, quirks: CaseRules['quirks']) {
    this.#whose = whose;
    this.scale = scale;
    this.opening = opening;
    this.#quirks = quirks;
    this.state = this.#judgementOf(openLedger(whose, amountOfUnits(opening, scale)));
  }

  get ledger(): Ledger {
    return this.state.ledger;
  }

  get balance(): bigint {
    return unitsOf(balanceIn(this.ledger), this.scale);
  }

  /** Whether several balances are possible: a quiet read tells. */
  get isUnsure(): boolean {
    return unsureAccounts(this.state).length > 0;
  }

  /** The transaction of a makeBet, as the account has it. */
  transactionOf({ callback }: PlannedCall): Transaction | undefined {
    return this.ledger.transactions.get(transactionIdOf(callback) ?? '');
  }

  /**
   * Begins an activity: without what nobody will ask for, once that is as much again, so that a call costs the same
   * however many came before; and without what is doubtful of the one before.
   */
  begin(): void {
    const { ledger, doubtful } = this.state;
    let transactions = doubtful.length === 0 ? ledger.transactions : ledger.transactions.deleteAll(doubtful);
    if (transactions.size > 2 * mostRecent) {
      this.recent = this.#remembered();
      const ids = new Set(this.recent.map(({ callback }) => transactionIdOf(callback)));
      transactions = transactions.deleteAll([...transactions.keys()].filter((id) => !ids.has(id)));
    }
    this.state = this.#judgementOf({ ...ledger, transactions });
  }

  /** Goes on from what these calls have come to; each transaction is remembered as it was sent first. */
  take(state: Case, calls: readonly PlannedCall[]): void {
    const before = this.balance;
    this.state = state;
    if (this.balance !== before) this.past = [...this.past, before].slice(-mostPast);
    for (const call of calls) {
      const id = transactionIdOf(call.callback);
      const isKnown =
        call.callback.type !== 'makeBet' || this.recent.some((each) => transactionIdOf(each.callback) === id);
      if (!isKnown) this.recent = [...this.recent, call];
    }
  }

  /** Goes on from a balance that nobody knows the reason of. */
  reopen(balance: bigint): void {
    this.state = this.#judgementOf(openLedger(this.#whose, amountOfUnits(balance, this.scale)));
    this.recent = [];
  }

  #judgementOf(ledger: Ledger): Case {
    return { ...openCase({ file: loadFile, requirements: [], quirks: this.#quirks, isSilent: true }), ledger };
  }

  /** The first of each state stays, as one that was long ago; the others are the last ones. */
  #remembered(): readonly PlannedCall[] {
    const stateOf = (call: PlannedCall) => this.transactionOf(call)?.state;
    const known = this.recent.filter((call) => stateOf(call) !== undefined && stateOf(call) !== 'cancelled');
    if (known.length <= mostRecent) return known;
    const old = (['processed', 'rolled-back'] as const).flatMap(
      (state) => known.find((each) => stateOf(each) === state) ?? [],
    );
    const others = known.filter((each) => !old.includes(each));
    return [...old, ...others.slice(old.length - mostRecent)];
  }
}

/** An amount in whole units of 10^-scale; digits beyond are rounded. */
export const unitsOf = (amount: Amount, scale: number): bigint => BigInt(amount.times(`1e${scale}`).toFixed(0));

/** The units as an amount: 1050 of scale 2 is 10.5. */
export const amountOfUnits = (units: bigint, scale: number): Amount => amountOf(`${units}e-${scale}`);

/** The units as a decimal, without zeros at its end. */
export const fromUnits = (units: bigint, scale: number): string => renderAmount(amountOfUnits(units, scale));
