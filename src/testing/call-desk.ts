import { AsyncLocalStorage } from 'node:async_hooks';
import { withScales } from '../base/money.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { Account } from '../ledger/account.ts';
import type { RunContext } from '../run/run-context.ts';
import type { WalletproofError } from '../spec/walletproof-error.ts';
import { type CallBook, openCallBook } from './call-book.ts';
import { type CallbackResult, createResult } from './call-result.ts';
import { atOnce, createGroup, given, type Place } from './calls-at-once.ts';
import type { FindingsBook } from './findings-book.ts';
import { type PlayedCalls, playCalls } from './play-calls.ts';
import { readCalls, type WrittenCall, type WrittenStep } from './written-calls.ts';
import { usage } from './wrong-use.ts';

/** A call that a session asks for. */
export interface CallOrder extends Account {
  readonly kind: 'getBalance' | 'makeBet' | 'rollback' | 'resend';
  /** By the user; one is drawn when absent. */
  readonly id?: string | undefined;
  readonly gameId: number;
  /** The step, once its id and the calls that it names are known. */
  readonly write: (id: string) => WrittenStep;
  /** For `resend`: the call that is sent again. */
  readonly names?: string;
}

interface CallDeskOptions {
  /** With the currency scales and the hooks of the platform; the nonce is the platform's. */
  readonly context: RunContext;
  readonly scales: Readonly<Record<string, number>>;
  /** The callback URL as it may be shown; undefined where the agent is an application that ends with the test. */
  readonly url: string | undefined;
  readonly isStrict: boolean;
  readonly findings: FindingsBook;
  /** Told before calls of these accounts leave and after they are answered. */
  readonly onCalls: (order: CallOrder) => void;
  readonly onDialect: (dialect: string) => void;
}

/** Sends what sessions ask for, one after another or at once, and judges all of it by one ledger. */
export interface CallDesk {
  call(order: CallOrder): Promise<CallbackResult>;
  /** The first call of each act leaves together with those of the others. */
  concurrently<T>(count: number, act: (index: number) => T | Promise<T>): Promise<T[]>;
  readonly book: CallBook;
  /** Does other work in its turn, such as a scenario: the accounts are read anew after it. */
  inTurn<T>(work: (context: RunContext) => Promise<T>): Promise<T>;
  /** Resolves when nothing that was asked for is left. */
  idle(): Promise<void>;
  reset(): void;
}

export const createCallDesk = (options: CallDeskOptions): CallDesk => {
  const { context, scales } = options;
  const groups = new AsyncLocalStorage<Place<CallOrder, CallbackResult>>();
  const queue = createQueue();
  let resets = 0;
  let count = 0;
  let era = openEra(options, context, resets);
  const perform = async (orders: readonly CallOrder[]): Promise<CallbackResult[]> => {
    const current = era;
    const first = count + 1;
    count += orders.length;
    const numbered = orders.map((order, index) => ({ order, line: first + index }));
    return await queue.run(async () => await withScales(scales, async () => await performCalls(current, numbered)));
  };
  return {
    get book() {
      return era.book;
    },
    call: async (order) => {
      const place = groups.getStore();
      if (place !== undefined && !place.hasCalled) return await place.join(order);
      const [result] = await perform([order]);
      return given(result);
    },
    concurrently: async (wanted, act) => await atOnce(groups, createGroup(wanted, perform), act),
    inTurn: async (work) =>
      await queue.run(async () => {
        try {
          return await withScales(scales, async () => await work(era.book.play.context));
        } finally {
          era.book.forgetAccount();
        }
      }),
    idle: queue.idle,
    reset: () => {
      resets += 1;
      // The dialect that was found stays known.
      const { agent } = era.book.play.context;
      const { hasWorked } = era.book;
      era = openEra(options, { ...context, agent }, resets);
      era.book.hasWorked = hasWorked;
    },
  };
};

const openEra = (options: CallDeskOptions, context: RunContext, number: number): Era => ({
  options,
  book: openCallBook(context, `p${number}`),
  history: new Map(),
  originals: new Map(),
  exchanges: new Map(),
});

/** From one reset to the next. */
interface Era {
  readonly options: CallDeskOptions;
  readonly book: CallBook;
  /** Calls that later ones may name, as steps. */
  readonly history: Map<string, WrittenStep>;
  /** The call that was sent again, by the id of the sending. */
  readonly originals: Map<string, string>;
  /** The last ones, for the texts of findings. */
  readonly exchanges: Map<string, ReportedExchange>;
}

interface NumberedOrder {
  readonly order: CallOrder;
  readonly line: number;
}

const performCalls = async (era: Era, numbered: readonly NumberedOrder[]): Promise<CallbackResult[]> => {
  const { book, options } = era;
  const own = new Set<string>();
  const calls = numbered.map((each) => writtenCall(era, each, own));
  const lines = numbered.map(({ line }) => line);
  const read = readCalls(calls, era.history, lines);
  noteCalls(era, calls);
  const [first] = numbered;
  if (first === undefined) return [];
  checkOneGame(numbered);
  book.useGame(first.order.gameId);
  for (const { order } of numbered) options.onCalls(order);
  const before = book.play.context.agent.dialect;
  const played = await playCalls(book, read);
  book.beginCalls([]);
  for (const { order } of numbered) options.onCalls(order);
  const { dialect } = book.play.context.agent;
  if (dialect !== undefined && dialect !== before) options.onDialect(dialect);
  keepExchanges(era, played.exchanges);
  return numbered.map((each, index) => resultOf(era, { ...each, id: calls[index]?.id ?? '' }, played));
};

const checkOneGame = (numbered: readonly NumberedOrder[]): void => {
  if (new Set(numbered.map(({ order }) => order.gameId)).size < 2) return;
  throw usage(
    'Calls of sessions in different games cannot be made concurrently.',
    'Open the sessions in one game: platform.openSession({ player, game: 101 }).',
  );
};

const prefixes = { getBalance: 'balance', makeBet: 'bet', rollback: 'rollback', resend: 'resend' };

/** `own`: ids of the calls that are made with it. */
const writtenCall = (era: Era, { order, line }: NumberedOrder, own: Set<string>): WrittenCall => {
  const { kind, names } = order;
  const id = order.id ?? `${prefixes[kind]}-${line}`;
  if (names !== undefined && !own.has(names) && !isKnown(era, names)) throw unknownCall(names);
  if (order.id !== undefined && era.history.has(order.id)) throw givenTwice(order.id);
  own.add(id);
  const step = withOriginals(order.write(id), era.originals);
  if (kind === 'resend' && names !== undefined) {
    era.originals.set(id, era.originals.get(names) ?? names);
  }
  return { id, step };
};

/** What later calls may name. */
const noteCalls = ({ history }: Era, calls: readonly WrittenCall[]): void => {
  for (const { id, step } of calls) {
    if ('makeBet' in step || 'rollback' in step) history.set(id, step);
  }
};

const isKnown = (era: Era, name: string): boolean => era.history.has(name) || era.originals.has(name);

/** Who sends what was sent again once more means the call itself. */
const withOriginals = (step: WrittenStep, originals: Era['originals']): WrittenStep =>
  JSON.parse(JSON.stringify(step), (key, value: unknown) =>
    ['call', 'of', 'transaction_of', 'resend'].includes(key) && typeof value === 'string'
      ? (originals.get(value) ?? value)
      : value,
  ) as WrittenStep;

const unknownCall = (name: string): WalletproofError =>
  usage(
    `No makeBet and no rollback since the last reset has the id ${JSON.stringify(name)}.`,
    'Give the result of a makeBet or rollback that was made through this platform since its last reset().',
  );

const givenTwice = (id: string): WalletproofError =>
  usage(`The id ${JSON.stringify(id)} is given twice.`, 'Give each call an id of its own, or none.');

/** More are not kept for the texts of findings. */
const mostExchanges = 2_000;

const keepExchanges = ({ exchanges }: Era, fresh: readonly ReportedExchange[]): void => {
  for (const each of fresh) exchanges.set(each.id, each);
  for (const id of exchanges.keys()) {
    if (exchanges.size <= mostExchanges) return;
    exchanges.delete(id);
  }
};

const resultOf = (
  era: Era,
  { order, line, id }: NumberedOrder & { readonly id: string },
  played: PlayedCalls,
): CallbackResult => {
  const { url, isStrict } = era.options;
  const exchange = played.exchanges.find((each) => each.line === line && each.sentAgain !== true);
  const own = played.findings.filter((each) => isAbout(each, { line, exchange }));
  const others = played.findings.filter((each) => each.line === undefined);
  const findings = [...new Set([...own, ...others])];
  const parts = {
    ...{ id, url, isStrict, exchange },
    label: exchange?.label ?? `${order.kind} ${id}`,
    currency: order.currency,
    expected: played.expected,
    reason: reasonOf(played, exchange),
    isEnded: played.isEnded,
    exchanges: findings.flatMap((each) => each.exchanges.flatMap((e) => era.exchanges.get(e) ?? [])),
  };
  const holder: { result?: CallbackResult } = {};
  const record = era.options.findings.note(findings, () => holder.result?.explain() ?? '');
  holder.result = createResult(parts, record);
  return holder.result;
};

const isAbout = (
  finding: PlayedCalls['findings'][number],
  { line, exchange }: { readonly line: number; readonly exchange: ReportedExchange | undefined },
): boolean => finding.line === line || (exchange !== undefined && finding.exchanges.includes(exchange.id));

const reasonOf = ({ reason }: PlayedCalls, exchange: ReportedExchange | undefined): string | undefined => {
  if (reason !== undefined) return reason;
  if (exchange?.failure?.startsWith('dropped') === true) {
    return 'Its answer was dropped on purpose: the next call of the account tells what it did.';
  }
  return exchange === undefined ? 'It was not sent.' : undefined;
};

/** One piece of work after another. */
const createQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      const before = last;
      let end: () => void = () => undefined;
      last = new Promise<void>((resolve) => {
        end = resolve;
      });
      // Awaited, and by nobody else: so the stack of an error leads to the line of the test.
      try {
        await before;
        return await work();
      } finally {
        end();
      }
    },
    idle: async (): Promise<void> => {
      for (let seen: unknown; seen !== last; ) {
        seen = last;
        await last;
      }
    },
  };
};
