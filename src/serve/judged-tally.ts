import { parseAmount } from '../base/money.ts';
import { bufferOf } from '../base/read-body.ts';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { KeptStore } from '../journal/kept.ts';
import { BoundedMap } from '../platform/kept-map.ts';
import { namesOf } from '../spec/closed-list.ts';
import type { Exchange, Failure } from '../spec/exchange.ts';
import type { FindingCode } from '../spec/finding.ts';
import { type TrialName, trials } from '../spec/trials.ts';
import type { CallVerdict } from '../spec/verdict.ts';
import { readAnswer } from '../wire/read-answer.ts';

type Judged = Record<CallVerdict, number>;

/** How much was judged, and what was tried, since somebody began to count. */
export interface JudgedTally {
  /** A judgement; `before`: what was said of the exchange until now. */
  judged(judgement: ExchangeJudgement, before: CallVerdict | undefined): void;
  /** An exchange, live or of a run; whether it tries something new. Reads a body only while it may. */
  watch(exchange: Exchange): boolean;
  counts(): { readonly judged: Readonly<Judged>; readonly judgedSince?: string };
  untried(): readonly TrialName[];
  /** Writes it down, where it has changed; whether it has. */
  keep(): boolean;
  clear(): void;
}

interface TallyOptions {
  readonly kept: KeptStore;
  /** ISO 8601. */
  readonly now: () => string;
}

export interface KeptTally {
  readonly judged: Judged;
  readonly since: string | null;
  readonly tried: readonly TrialName[];
}

const nothingJudged: Judged = { right: 0, wrong: 0, risky: 0, consistent: 0, unjudged: 0 };

export const createJudgedTally = ({ kept, now }: TallyOptions): JudgedTally => {
  const earlier = kept.all('judged')[0]?.value as KeptTally | undefined;
  let judged: Judged = { ...(earlier?.judged ?? nothingJudged) };
  let since = earlier?.since ?? undefined;
  let watcher = createTrialWatcher(earlier?.tried ?? []);
  let changes = 0;
  return {
    judged: ({ verdict, findings }, before) => {
      changes += 1;
      since ??= now();
      if (before !== undefined) judged[before] = Math.max(0, judged[before] - 1);
      judged[verdict] += 1;
      for (const { code } of findings) watcher.found(code);
    },
    watch: (exchange) => watcher.watch(exchange),
    counts: () => ({
      judged: { ...judged },
      ...(since === undefined ? {} : { judgedSince: since }),
    }),
    untried: () => namesOf(trials).filter((name) => watcher.untried.has(name)),
    keep: () => {
      const hasNews = watcher.hasNews();
      if (changes === 0 && !hasNews) return false;
      changes = 0;
      const tried = namesOf(trials).filter((name) => !watcher.untried.has(name));
      kept.keep('judged', 'all', { judged, since: since ?? null, tried } satisfies KeptTally);
      return true;
    },
    clear: () => {
      judged = { ...nothingJudged };
      since = undefined;
      watcher = createTrialWatcher([]);
      changes = 0;
    },
  };
};

interface TrialWatcher {
  readonly untried: ReadonlySet<TrialName>;
  watch(exchange: Exchange): boolean;
  found(code: FindingCode): void;
  /** Whether something was tried since the last time it was asked. */
  hasNews(): boolean;
}

/** Transactions that are remembered while none came twice. */
const mostTransactions = 1_000;

/** What is known from call to call. */
interface Known {
  readonly transactions: BoundedMap<true>;
  currency: string | undefined;
}

const createTrialWatcher = (tried: readonly TrialName[]): TrialWatcher => {
  const untried = new Set(namesOf(trials).filter((name) => !tried.includes(name)));
  const known: Known = { transactions: new BoundedMap(mostTransactions), currency: undefined };
  let news = false;
  const isTried = (name: TrialName): void => {
    untried.delete(name);
    news = true;
  };
  return {
    untried,
    watch: (exchange) => {
      // What a run asks to find the dialect is judged by nobody: it tries nothing.
      if (exchange.run?.scenario === 'dialect') return false;
      // Each is looked for until it was seen: what has tried everything costs nothing.
      const before = untried.size;
      for (const name of untried) if (shows[name](exchange, known)) isTried(name);
      return untried.size < before;
    },
    found: (code) => {
      const name = triedBy[code];
      if (name !== undefined && untried.has(name)) isTried(name);
    },
    hasNews: () => {
      const had = news;
      news = false;
      return had;
    },
  };
};

/** What an agent did wrong shows that it was tried. */
const triedBy: Partial<Record<FindingCode, TrialName>> = {
  'accepted-overdraft': 'overspend',
  overspent: 'overspend',
  'accepted-bad-signature': 'signature',
  'accepted-unsigned': 'signature',
  'signature-error-code': 'signature',
  'insufficient-balance-code': 'overspend',
};

const isAnswered = ({ answer }: Exchange): boolean => answer.kind === 'answered' && answer.status === 200;

const isRefusedWith = (exchange: Exchange, error: string): boolean => {
  if (exchange.direction !== 'callback' || isAnswered(exchange)) return false;
  const said = readAnswer(exchange.answer);
  return said.kind === 'error' && said.error === error;
};

const lost: ReadonlySet<Failure> = new Set(['dropped', 'timeout', 'closed']);

const shows: Readonly<Record<TrialName, (exchange: Exchange, known: Known) => boolean>> = {
  bet: (exchange) => exchange.kind === 'makeBet' && isAnswered(exchange),
  win: (exchange) =>
    exchange.kind === 'makeBet' && isAnswered(exchange) && parseAmount(numberIn(exchange, 'win'))?.gt(0) === true,
  rollback: (exchange) => exchange.kind === 'rollback' && isAnswered(exchange),
  duplicate: ({ kind, subject: { transactionId } }, { transactions }) => {
    if (kind !== 'makeBet' || transactionId === undefined) return false;
    const isKnown = transactions.get(transactionId) === true;
    transactions.set(transactionId, true);
    return isKnown;
  },
  'lost-answer': ({ direction, answer }) =>
    direction === 'callback' && answer.kind === 'failed' && lost.has(answer.failure),
  together: ({ timing }) => (timing?.together ?? 1) > 1,
  overspend: (exchange) => isRefusedWith(exchange, 'insufficient_balance'),
  signature: (exchange) => isRefusedWith(exchange, 'invalid_signature'),
  'free-spins': ({ direction, kind, refusal, request }) =>
    direction === 'operation'
      ? kind === 'freespins_grant' && refusal === undefined
      : bufferOf(request.body).includes('"freespins"'),
  currency: (exchange, known) => {
    if (exchange.kind !== 'makeBet') return false;
    const currency = textIn(exchange, 'currency');
    known.currency ??= currency;
    return currency !== undefined && currency !== known.currency;
  },
  request: ({ direction, kind }) => direction === 'operation' && kind !== 'other',
};

/** Our own writing: a key stands once, and its value right behind it. */
const numberIn = ({ request }: Exchange, key: string): string =>
  new RegExp(`"${key}":\\s*([0-9.]+)`).exec(bufferOf(request.body).toString('latin1'))?.[1] ?? '';

const textIn = ({ request }: Exchange, key: string): string | undefined =>
  new RegExp(`"${key}":\\s*"([^"]{1,20})"`).exec(bufferOf(request.body).toString('latin1'))?.[1];
