import type { LoadBreach, LoadDoubt, LoadSecond } from '../formats/load-report.ts';
import { createLatency, type Latency } from '../report/load/histograms.ts';
import { type CallbackType, callbackTypes } from '../spec/callback.ts';
import { createMoneyTally } from './money-tally.ts';
import type { Telling, ToldDoubt } from './play-terms.ts';
import type { Player } from './player.ts';
import type { Sent } from './sent-call.ts';
import type { WorkerTotals } from './thread-messages.ts';

/** A callback that was sent; `dueAt` by `performance.now()`. */
interface SentCall {
  readonly dueAt: number;
  readonly sent: Sent;
  /** It took a place of the rate that was asked for. */
  readonly isPaced: boolean;
}

/** All that is counted of a share. */
export interface ShareTally extends Telling {
  readonly calls: number;
  asked(): void;
  /** A callback that was due at `dueAt`, by `performance.now()`. */
  sent(type: CallbackType, about: SentCall): void;
  opened(player: Player): void;
  residue(player: Player, residue: string): void;
  /** The second that ends now; its counts begin anew. */
  second(number: number, now: Pick<LoadSecond, 'backlog' | 'underWay'>): LoadSecond;
  totals(): Omit<WorkerTotals, 'lateness' | 'cpuMs' | 'heapBytes' | 'stopped'>;
}

interface TallyOptions {
  /** So many breaches are kept with their calls; of one code fewer. */
  readonly mostBreaches: number;
  readonly onTrouble: (said: string) => void;
}

const mostOfOneCode = 5;

/** So many different errors and doubts are told apart: what strangers say may differ each time. */
const mostKinds = 50;

const mostEvidence = 40;

type ByType = Partial<Record<CallbackType, Latency>>;

/** Counts by name. */
type Counts = Map<string, number>;

const createCounts = (): Counts => new Map();

export const createShareTally = ({ mostBreaches, onTrouble }: TallyOptions): ShareTally => {
  const calls = createCallTally();
  const money = createMoneyTally();
  const [activities, struck, breachCounts] = [createCounts(), createCounts(), createCounts()];
  const errors: Errors = new Map();
  const doubts: Doubts = new Map();
  const breaches: LoadBreach[] = [];
  const counts = createAnswerCounts();
  const breachOf = (code: string): void => {
    add(breachCounts, code);
    calls.inSecond().breaches += 1;
  };
  return {
    ...calls,
    get calls() {
      return calls.count();
    },
    ...{ judged: counts.judged, resent: counts.resent },
    error: (type, said) => {
      calls.inSecond().errors += 1;
      countError(errors, type, said);
      onTrouble(said);
    },
    late: () => countDoubt(doubts, { reason: lateReason, about: 'note', evidence: [] }),
    played: (player, running) => {
      add(activities, running.activity.title);
      if (running.activity.fault !== undefined) add(struck, running.activity.fault);
      money.played(player, running);
    },
    isWanted: (code) => breaches.length < mostBreaches && (breachCounts.get(code) ?? 0) < mostOfOneCode,
    breach: (breach) => {
      breachOf(breach.code);
      breaches.push(breach);
    },
    breachOf,
    doubt: (doubt, player) => countDoubt(doubts, doubt, player),
    ...{ drift: money.drift, opened: money.opened, residue: money.residue },
    totals: () => ({
      ...{ ...calls.totals(), ...counts.totals() },
      ...{ breaches, money: money.totals() },
      ...{ errors: [...errors.values()], doubts: [...doubts.values()] },
      activities: Object.fromEntries(activities),
      struck: Object.fromEntries(struck),
      breachCounts: Object.fromEntries(breachCounts),
    }),
  };
};

const createAnswerCounts = () => {
  let [judged, resent] = [0, 0];
  return {
    judged: ({ length }: readonly unknown[]): void => {
      judged += length;
    },
    resent: (count: number): void => {
      resent += count;
    },
    totals: () => ({ judged, resent }),
  };
};

/** What is counted of each call, and of each second. */
const createCallTally = () => {
  const [latency, service, seconds]: [ByType, ByType, ByType] = [{}, {}, {}];
  const callbacks: Partial<Record<CallbackType, number>> = {};
  let count = 0;
  let inSecond = emptySecond();
  return {
    count: () => count,
    inSecond: () => inSecond,
    asked: (): void => {
      inSecond.asked += 1;
    },
    sent: (type: CallbackType, { dueAt, sent, isPaced }: SentCall): void => {
      count += 1;
      callbacks[type] = (callbacks[type] ?? 0) + 1;
      if (isPaced) inSecond.sent += 1;
      if (sent.answer.kind === 'answered') inSecond.answered += 1;
      recordIn(latency, type, sent.endedAt - dueAt);
      recordIn(seconds, type, sent.endedAt - dueAt);
      recordIn(service, type, sent.endedAt - sent.sentAt);
    },
    second: (number: number, now: Pick<LoadSecond, 'backlog' | 'underWay'>): LoadSecond => {
      const second = { second: number, ...inSecond, ...now, latency: encoded(seconds) };
      inSecond = emptySecond();
      for (const each of Object.values(seconds)) each.reset();
      return second;
    },
    totals: () => ({ callbacks, latency: encoded(latency), service: encoded(service) }),
  };
};

const lateReason =
  'A getBalance showed another balance than a moment later: the agent applies a little later than it answers, or reads a copy of its data.';

const emptySecond = () => ({ asked: 0, sent: 0, answered: 0, errors: 0, breaches: 0 });

const add = (counts: Counts, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

const recordIn = (latencies: ByType, type: CallbackType, durationMs: number): void => {
  latencies[type] ??= createLatency();
  latencies[type].record(durationMs);
};

const encoded = (latencies: ByType): Partial<Record<CallbackType, string>> => {
  const told: Partial<Record<CallbackType, string>> = {};
  for (const type of callbackTypes) {
    const latency = latencies[type];
    if (latency !== undefined && latency.count > 0) told[type] = latency.encode();
  }
  return told;
};

type Errors = Map<string, { type: CallbackType; said: string; count: number }>;
type Doubts = Map<string, { -readonly [K in keyof LoadDoubt]: LoadDoubt[K] }>;

const countError = (errors: Errors, type: CallbackType, said: string): void => {
  const isKnown = errors.has(`${type} ${said}`) || errors.size < mostKinds;
  const told = isKnown ? said : 'other errors';
  const known = errors.get(`${type} ${told}`);
  if (known === undefined) errors.set(`${type} ${told}`, { type, said: told, count: 1 });
  else known.count += 1;
};

const countDoubt = (doubts: Doubts, { reason, about, evidence, alike = reason }: ToldDoubt, player?: Player): void => {
  const key = doubts.has(alike) || doubts.size < mostKinds ? alike : 'other reasons';
  const known = doubts.get(key) ?? {
    ...{ reason: key === alike ? reason : key, count: 0, parked: 0 },
    ...(about === undefined ? {} : { about }),
    ...(player === undefined ? {} : { player: player.who.id }),
    evidence: evidence.slice(-mostEvidence),
  };
  known.count += 1;
  if (player?.state === 'parked') known.parked += 1;
  doubts.set(key, known);
};
