import { AsyncLocalStorage } from 'node:async_hooks';
import { withScales } from '../base/money.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { RunContext } from '../run/run-context.ts';
import { usageError } from '../spec/walletproof-error.ts';
import { CallBook, type CallOrder, type NumberedOrder } from './call-book.ts';

import { type PlayedCalls, playCalls } from './play-calls.ts';
import type { FindingsBook } from './results.ts';
import { type CallbackResult, createResult } from './results.ts';

interface CallDeskOptions {
  /** With the hooks of the platform; the nonce is the platform's. */
  readonly context: RunContext;
  /** Of currencies. */
  readonly scales: Readonly<Record<string, number>>;
  /** The callback URL as it may be shown; undefined where the agent is an application that ends with the test. */
  readonly url: string | undefined;
  readonly isStrict: boolean;
  readonly findings: FindingsBook;
  /** Told before calls of these accounts leave and after they are answered. */
  readonly onCalls: (order: CallOrder) => void;
  readonly onDialect: (dialect: string) => void;
}

/** Takes the first call of an act of `concurrently`; undefined for those after it. */
type Join = (order: CallOrder) => Promise<CallbackResult> | undefined;

/** Sends what sessions ask for, one after another or at once, and judges all of it by one ledger. */
export class CallDesk {
  readonly #options: CallDeskOptions;
  readonly #joining = new AsyncLocalStorage<Join>();
  #book: CallBook;
  #resets = 0;
  /** How many calls there were. */
  #count = 0;
  /** The end of what was asked for last. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: CallDeskOptions) {
    this.#options = options;
    this.#book = new CallBook(options.context, 'p0');
  }

  get book(): CallBook {
    return this.#book;
  }

  async call(order: CallOrder): Promise<CallbackResult> {
    const joined = this.#joining.getStore()?.(order);
    return joined === undefined ? given(await this.#perform([order]), 0) : await joined;
  }

  /** The first call of each act leaves together with those of the others, once every act has called or is over. */
  async concurrently<T>(count: number, act: (index: number) => T | Promise<T>): Promise<T[]> {
    const orders: CallOrder[] = [];
    let awaited = count;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const results = begun.then(async () => await this.#perform(orders));
    // Whoever called hears of it himself.
    results.catch(() => undefined);
    const actOf = async (index: number): Promise<T> => {
      let hasArrived = false;
      const arrive = (): void => {
        if (hasArrived) return;
        hasArrived = true;
        awaited -= 1;
        if (awaited === 0) begin();
      };
      const join: Join = (order) => {
        if (hasArrived) return undefined;
        const at = orders.push(order) - 1;
        arrive();
        return (async () => given(await results, at))();
      };
      try {
        return await this.#joining.run(join, async () => await act(index));
      } finally {
        arrive();
      }
    };
    return await Promise.all(Array.from({ length: count }, async (_, index) => await actOf(index)));
  }

  /** Does other work in its turn, such as a scenario: the accounts are read anew after it. */
  async inTurn<T>(work: (context: RunContext) => Promise<T>): Promise<T> {
    return await this.#queue(async () => {
      try {
        return await work(this.#book.play.context);
      } finally {
        this.#book.forgetAccount();
      }
    });
  }

  /** Resolves when nothing that was asked for is left. */
  async idle(): Promise<void> {
    for (let seen: unknown; seen !== this.#last; ) {
      seen = this.#last;
      await this.#last;
    }
  }

  reset(): void {
    this.#resets += 1;
    // The dialect that was found stays known.
    const { hasWorked, play } = this.#book;
    const context = { ...this.#options.context, agent: play.context.agent };
    this.#book = new CallBook(context, `p${this.#resets}`);
    this.#book.hasWorked = hasWorked;
  }

  async #queue<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    let end: () => void = () => undefined;
    this.#last = new Promise<void>((resolve) => {
      end = resolve;
    });
    // Awaited, and by nobody else: so the stack of an error leads to the line of the test.
    try {
      await before;
      return await withScales(this.#options.scales, work);
    } finally {
      end();
    }
  }

  async #perform(orders: readonly CallOrder[]): Promise<CallbackResult[]> {
    const book = this.#book;
    const numbered = orders.map((order, index) => ({ order, line: this.#count + 1 + index }));
    this.#count += orders.length;
    return await this.#queue(async () => await this.#performNow(book, numbered));
  }

  async #performNow(book: CallBook, numbered: readonly NumberedOrder[]): Promise<CallbackResult[]> {
    const { onCalls, onDialect } = this.#options;
    const [first] = numbered;
    if (first === undefined) return [];
    checkOneGame(numbered);
    const read = book.read(numbered);
    book.useGame(first.order.gameId);
    for (const { order } of numbered) onCalls(order);
    const before = book.play.context.agent.dialect;
    const played = await playCalls(book, read);
    book.beginCalls([]);
    for (const { order } of numbered) onCalls(order);
    const { dialect } = book.play.context.agent;
    if (dialect !== undefined && dialect !== before) onDialect(dialect);
    book.keepExchanges(played.exchanges);
    return numbered.map((each, index) => this.#resultOf(book, played, { ...each, id: read.ids[index] ?? '' }));
  }

  #resultOf(
    book: CallBook,
    played: PlayedCalls,
    { order, line, id }: NumberedOrder & { readonly id: string },
  ): CallbackResult {
    const { url, isStrict, findings: all } = this.#options;
    const exchange = played.exchanges.find((each) => each.line === line && each.sentAgain !== true);
    const own = played.findings.filter(
      (each) => each.line === line || (exchange !== undefined && each.exchanges.includes(exchange.id)),
    );
    const findings = [...new Set([...own, ...played.findings.filter((each) => each.line === undefined)])];
    const parts = {
      id,
      url,
      isStrict,
      exchange,
      findings,
      label: exchange?.label ?? `${order.kind} ${id}`,
      currency: order.currency,
      expected: played.expected,
      reason: played.reason ?? reasonOf(exchange),
      exchanges: findings.flatMap((each) => each.exchanges.flatMap((name) => book.exchanges.get(name) ?? [])),
    };
    return createResult(parts, all);
  }
}

const checkOneGame = (numbered: readonly NumberedOrder[]): void => {
  if (new Set(numbered.map(({ order }) => order.gameId)).size < 2) return;
  throw usageError(
    'Calls of sessions in different games cannot be made concurrently.',
    'Open the sessions in one game: platform.openSession({ player, game: 101 }).',
  );
};

const reasonOf = (exchange: ReportedExchange | undefined): string | undefined => {
  if (exchange === undefined) return 'It was not sent.';
  return exchange.failure?.startsWith('dropped') === true
    ? 'Its answer was dropped on purpose: the next call of the account tells what it did.'
    : undefined;
};

/** The result that each call has. */
const given = (results: readonly CallbackResult[], index: number): CallbackResult => {
  const result = results[index];
  if (result === undefined) throw new TypeError('A call has a result.');
  return result;
};
