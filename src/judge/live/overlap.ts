import { type Amount, zero } from '../../base/money.ts';
import { balanceIn, bookOf, type Ledger, movedApart, openLedger } from '../../ledger/ledger.ts';
import { OrderFollower } from '../../ledger/worlds/follow-orders.ts';
import type { Callback } from '../../spec/callback.ts';
import type { UnjudgedCode } from '../../spec/unjudged.ts';
import type { AccountState } from './account.ts';
import { judgeOrdered } from './at-once.ts';
import {
  type At,
  giveUp,
  isUnknowable,
  type Judged,
  type LiveRules,
  remember,
  settled,
  settleTransactions,
} from './memory.ts';
import { signatureFindings } from './refused.ts';
import { lintLive, tell, withPoint } from './tell.ts';

/**
 * Calls of an account of which always some are under way, so that no quiet moment comes. Each is judged as it is
 * answered: right where an order of those that overlapped it gives the answer. An answer that no order gives proves
 * nothing where somebody else may move money: the account goes on from it.
 */
export class Overlap {
  readonly #rules: LiveRules;
  readonly #open = new Map<number, Callback>();
  /** Absent until a balance tells where the account stands. */
  #follower: OrderFollower | undefined;
  /** Each balance so far was one that the calls lead to. */
  #isSure: boolean;

  constructor(rules: LiveRules, state: AccountState) {
    this.#rules = rules;
    this.#isSure = state.worlds.length > 0 && state.floating.length === 0;
    if (this.#isSure) this.#follower = this.#follow(state.worlds);
  }

  /** A call leaves; `call` counts them. */
  begin(call: number, callback: Callback): void {
    this.#open.set(call, callback);
    this.#follower?.begin(call, callback);
  }

  end(call: number, at: At): Judged {
    const judged = this.#judge(call, at);
    this.#open.delete(call);
    remember({ ...at, state: judged.state });
    const settledState = settleTransactions(this.#rules, judged.state);
    this.#follower?.keep(settledState.worlds);
    // Where an order may be the wrong one, nothing is held against the quiet call that comes next.
    const isKnown = this.#open.size > 0 || (this.#isSure && this.#follower?.isWhole === true);
    const state = isKnown ? settledState : giveUp(this.#rules, settledState);
    return { ...judged, state: withPoint({ ...at, state }) };
  }

  #judge(call: number, at: At): Judged {
    const { rules, state, heard } = at;
    const said = clearAnswer(at);
    if (said === undefined) return this.#lost(at, 'its answer does not tell whether it was handled', 'no-answer');
    if (isUnknowable(rules, state, heard.callback)) {
      return this.#lost(at, 'walletproof cannot tell whether the agent knows its transaction', 'transaction-unknown');
    }
    if (this.#follower === undefined) return this.#beginWith(call, at);
    const isGiven = this.#follower.end(call, said);
    if (isGiven === undefined) return this.#lost(at, 'they have too many orders to search');
    if (isGiven) return judgeOrdered(rules, this.#standing(state), { all: [heard], which });
    return this.#goOn(call, at, 'no order of them gives its answer: moved by something else');
  }

  /** The account is known from this balance on. */
  #beginWith(call: number, { rules, heard, ...before }: At): Judged {
    const state = giveUp(rules, before.state);
    const at = { rules, heard, state };
    if (heard.said.kind !== 'balance') return this.#lost(at, 'nothing was known about the account before them');
    // Whatever is under way may be in it: there is enough for all of it.
    const enough = [...this.#open.values()].reduce(
      (sum, each) => sum.plus(each.type === 'makeBet' ? each.bet : 0),
      heard.said.actual,
    );
    const { book = openLedger(state.account, zero) } = state;
    this.#follower = this.#follow([movedElsewhere(book, enough.minus(balanceIn(book)))]);
    return this.#goOn(call, at, 'nothing was known about the account before them');
  }

  #goOn(call: number, at: At, why: string): Judged {
    const { state, heard } = at;
    this.#isSure = false;
    const canGoOn =
      heard.said.kind === 'balance' &&
      this.#follower?.goOn(call, heard.said.actual, state.book === undefined ? openedWith : movedElsewhere) === true;
    return canGoOn ? unjudged(at, { why, because: 'at-once' }, this.#standing(state)) : this.#lost(at, why);
  }

  /** Nobody can follow the account over it: the next balance tells where it stands. */
  #lost(at: At, why: string, because: UnjudgedCode = 'at-once'): Judged {
    const { rules, state, heard } = at;
    this.#follower = undefined;
    this.#isSure = false;
    return unjudged(at, { why, because }, giveUp(rules, state, [heard.callback]));
  }

  #follow(worlds: readonly Ledger[]): OrderFollower {
    const follower = new OrderFollower(this.#rules, worlds);
    for (const [call, callback] of this.#open) follower.begin(call, callback);
    return follower;
  }

  #standing(state: AccountState): AccountState {
    return { ...settled(state, this.#follower?.worlds() ?? []), failed: undefined, unexplained: undefined };
  }
}

/** A balance; or a refusal that cannot be for the way in which the call was signed. */
const clearAnswer = ({ rules, heard }: At) => {
  const { said, mayBeRefused } = heard;
  if (said.kind === 'balance') return said;
  return said.kind !== 'refusal' || mayBeRefused || signatureFindings(rules, heard).length > 0 ? undefined : said;
};

const which = 'One of many calls that overlap';

interface Why {
  readonly why: string;
  readonly because: UnjudgedCode;
}

const unjudged = (at: At, { why, because }: Why, state: AccountState): Judged => {
  const findings = [...signatureFindings(at.rules, at.heard), ...lintLive(at, 'together')];
  return { state, judgements: [tell(at, { verdict: 'unjudged', because, sentence: `${which}: ${why}.`, findings })] };
};

const movedElsewhere = (world: Ledger, change: Amount): Ledger => movedApart(world, 'elsewhere', change);

/** An account that begins with it. */
const openedWith = (world: Ledger, change: Amount): Ledger => {
  const moved = movedApart(world, 'elsewhere', change);
  const { opening, elsewhere, ...book } = bookOf(moved);
  return { ...moved, book: { ...book, opening: opening.plus(elsewhere), elsewhere: zero } };
};
