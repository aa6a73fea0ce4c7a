import type { Amount } from '../../base/money.ts';
import { type Callback, transactionIdOf } from '../../spec/callback.ts';
import { fits, type Said, showsBalance } from '../heard-call.ts';
import { balanceOf, type Ledger } from '../ledger.ts';
import type { PredictedAnswer } from '../prediction.ts';
import { idsIn, keyOfWorld, outcomesIn, type WorldRules } from './worlds.ts';

/** A call that was handled and is not answered yet, in one order of the calls. */
interface HandledCall {
  readonly answer: PredictedAnswer;
  /** What its answer may show: the balance as it was handled, and each since. */
  readonly balances: readonly Amount[];
}

/** One order in which the calls may have been handled so far, by what it leaves. */
interface Way {
  readonly world: Ledger;
  readonly handled: ReadonlyMap<number, HandledCall>;
}

/** Beyond this it gives up: it must not hold up the traffic. */
const mostOpen = 6;
const mostWays = 500;

/** Of more orders that give an answer, those in which the fewest other calls were handled. */
const mostKept = 32;

type Answer = Extract<Said, { kind: 'balance' | 'refusal' }>;

/**
 * Follows the calls of an account that overlap without an end: as each is answered, it knows in which orders they may
 * have been handled. A call is handled no earlier than an answer needs it to be, so that the orders stay few.
 */
export class OrderFollower {
  readonly #rules: WorldRules;
  /** Calls that left and are not answered. */
  readonly #open = new Map<number, Callback>();
  #ways: readonly Way[];
  #isWhole = true;

  constructor(rules: WorldRules, worlds: readonly Ledger[]) {
    this.#rules = rules;
    this.#ways = worlds.map((world) => ({ world, handled: new Map() }));
  }

  /** A call leaves. */
  begin(call: number, callback: Callback): void {
    this.#open.set(call, callback);
    // A getBalance may show any balance from now on: it has no place of its own among the others.
    if (callback.type === 'getBalance') this.#ways = this.#ways.flatMap((way) => this.#handling(way, call, callback));
  }

  /** It is answered: whether some order gives that answer. Undefined where there are too many orders. */
  end(call: number, said: Answer): boolean | undefined {
    const callback = this.#open.get(call);
    if (callback === undefined) return undefined;
    const isGiven = (way: Way): boolean => isAnswer(way.handled.get(call), { said, callback });
    const ways = this.#waysWhere(isGiven);
    if (ways === undefined) return undefined;
    if (ways.length > mostKept) this.#isWhole = false;
    if (ways.length > 0) this.#answered(call, ways.slice(0, mostKept));
    return ways.length > 0;
  }

  /** It is answered as no order does: goes on from its balance in each of them. Whether that can be. */
  goOn(call: number, shown: Amount, shifted: (world: Ledger, change: Amount) => Ledger): boolean {
    const callback = this.#open.get(call);
    const ways = this.#waysWhere(({ handled }) => handled.get(call)?.answer.kind === 'balance');
    if (callback === undefined || ways === undefined || ways.length === 0) return false;
    const moved = ways.map(({ world, handled }) => {
      const change = shown.minus(balanceOf(world, callback) ?? 0);
      return {
        world: shifted(world, change),
        handled: new Map([...handled].map(([n, each]) => [n, moving(each, change)])),
      };
    });
    this.#answered(call, moved);
    return true;
  }

  /** Whether no order was left out because there were too many. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** What the orders have left by now, the likeliest first, one for each. */
  worlds(): readonly Ledger[] {
    return this.#ways.map(({ world }) => world);
  }

  /** The same worlds, without what all of them agree on. */
  keep(worlds: readonly Ledger[]): void {
    this.#ways = this.#ways.map((way, n) => ({ ...way, world: worlds[n] ?? way.world }));
  }

  #answered(call: number, ways: readonly Way[]): void {
    this.#open.delete(call);
    const left = ways.map(({ world, handled }) => ({
      world,
      handled: new Map([...handled].filter(([n]) => n !== call)),
    }));
    const ids = this.#ids(left);
    this.#ways = [...new Map(left.toReversed().map((way) => [keyOfWay(way, ids), way] as const)).values()].toReversed();
  }

  /** Transactions in which the ways may differ. */
  #ids(ways = this.#ways): readonly string[] {
    const open = [...this.#open.values()].flatMap((callback) => transactionIdOf(callback) ?? []);
    return [...new Set([...idsIn(ways.map(({ world }) => world)), ...open])];
  }

  /**
   * Handles open calls, in any order, until it is so; as few of them as possible come first. Of too many orders, those
   * that were found by then; undefined where there are none.
   */
  #waysWhere(isSo: (way: Way) => boolean): readonly Way[] | undefined {
    if (this.#open.size > mostOpen) return undefined;
    const found: Way[] = [];
    const ids = this.#ids();
    const seen = new Set<string>();
    const queue = [...this.#ways];
    for (const [n, way] of queue.entries()) {
      if (n === mostWays) {
        this.#isWhole = false;
        return found.length === 0 ? undefined : found;
      }
      const key = keyOfWay(way, ids);
      if (seen.has(key)) continue;
      seen.add(key);
      if (isSo(way)) found.push(way);
      else queue.push(...this.#after(way));
    }
    return found;
  }

  /** One more of the open calls was handled. */
  #after(way: Way): Way[] {
    return [...this.#open].flatMap(([call, callback]) =>
      way.handled.has(call) ? [] : this.#handling(way, call, callback),
    );
  }

  #handling({ world, handled }: Way, call: number, callback: Callback): Way[] {
    return outcomesIn(this.#rules, world, callback).map(({ answer, world: after }) => {
      const now = balanceOf(after, callback);
      const balances = now === undefined ? [] : [now];
      const others = [...handled].map(
        ([n, each]) => [n, { ...each, balances: [...each.balances, ...balances] }] as const,
      );
      return { world: after, handled: new Map([...others, [call, { answer, balances }]]) };
    });
  }
}

const isAnswer = (
  handled: HandledCall | undefined,
  { said, callback }: { readonly said: Answer; readonly callback: Callback },
): boolean => {
  if (handled === undefined) return false;
  if (handled.answer.kind === 'refusal') return fits(handled.answer, { said, callback });
  return said.kind === 'balance' && handled.balances.some((each) => showsBalance(said.text, each, callback.currency));
};

/** Its answer may still show what was there before. */
const moving = ({ answer, balances }: HandledCall, change: Amount): HandledCall => ({
  answer,
  balances: [...balances, ...balances.map((each) => each.plus(change))],
});

const byText = (one: string, other: string): number => (one < other ? -1 : 1);

/** Of an account that all ways have. */
const keyOfWay = ({ world, handled }: Way, ids: readonly string[]): string =>
  [
    keyOfWorld(world, { ids, accounts: [...world.balances.keys()] }),
    ...[...handled]
      .toSorted(([one], [other]) => one - other)
      .map(
        ([n, { answer, balances }]) =>
          `${n} ${JSON.stringify(answer)} ${[...new Set(balances.map(String))].sort(byText).join()}`,
      ),
  ].join('\n');
