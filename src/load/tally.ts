import { groupBy } from '../base/group-by.ts';
import { type Amount, amountOf, zero } from '../base/money.ts';
import type { LoadBreach, LoadDoubt, LoadError, LoadMoney, LoadReport, LoadSecond } from '../formats/load-report.ts';
import { bookOf, type Ledger } from '../ledger/ledger.ts';
import { addHistograms, createLatency, type Latency } from '../report/load/histograms.ts';
import { type CallbackType, callbackTypes } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import { amountOfUnits } from './account.ts';
import type { Activity, Player } from './player.ts';

/** Parts of a load that add up, of a worker or of a slice. */
export type LoadCounts = Pick<
  LoadReport,
  | 'callbacks'
  | 'judged'
  | 'resent'
  | 'activities'
  | 'struck'
  | 'errors'
  | 'latency'
  | 'service'
  | 'money'
  | 'breaches'
  | 'breachCounts'
  | 'doubts'
>;

/** So many breaches are told with their calls; all are counted. */
export const mostBreaches = 20;
const mostOfOneCode = 5;

/** So many different errors and doubts are told apart: what strangers say may differ each time. */
const mostKinds = 50;

const mostEvidence = 40;
const mostResidues = 1000;

const lateReason =
  'A getBalance showed another balance than a moment later: the agent applies a little later than it answers, or reads a copy of its data.';

/**
 * What could not be judged, as one player met it; `alike`: what makes two of them one, where the reason alone does not.
 */
export interface ToldDoubt extends Pick<LoadDoubt, 'reason' | 'about' | 'evidence'> {
  readonly alike?: string | undefined;
}

type ByType = Partial<Record<CallbackType, Latency>>;

/** The money of one currency; the scale is that of the account with most digits. */
interface MoneySums {
  scale: number;
  players: number;
  staked: Amount;
  won: Amount;
  rolledBack: Amount;
  drift: Amount;
  readonly residues: LoadMoney['residues'][number][];
}

const emptySums = (): MoneySums => ({
  scale: 0,
  players: 0,
  staked: zero,
  won: zero,
  rolledBack: zero,
  drift: zero,
  residues: [],
});

const emptySecond = () => ({ asked: 0, sent: 0, answered: 0, errors: 0, breaches: 0 });

/** All that is counted of a share. */
export class ShareTally {
  readonly #onTrouble: (said: string) => void;
  /** Callbacks that were sent. */
  calls = 0;
  #answersJudged = 0;
  #sentAgain = 0;
  #inSecond = emptySecond();
  readonly #callbacks: Partial<Record<CallbackType, number>> = {};
  readonly #latency: ByType = {};
  readonly #service: ByType = {};
  readonly #latencyOfSecond: ByType = {};
  readonly #activities = new Map<string, number>();
  readonly #struck = new Map<string, number>();
  readonly #breachCounts = new Map<string, number>();
  readonly #breaches: LoadBreach[] = [];
  readonly #errors = new Map<string, { readonly type: CallbackType; readonly said: string; count: number }>();
  readonly #doubts = new Map<string, { -readonly [K in keyof LoadDoubt]: LoadDoubt[K] }>();
  readonly #money = new Map<string, MoneySums>();

  /** `onTrouble`: an answer says nothing of the wallet. */
  constructor(onTrouble: (said: string) => void) {
    this.#onTrouble = onTrouble;
  }

  /** A callback is due. */
  asked(): void {
    this.#inSecond.asked += 1;
  }

  /**
   * A callback was sent that was due at `dueAt`, Unix milliseconds. `isPaced`: it took a place of the rate that was
   * asked for.
   */
  sent(
    type: CallbackType,
    { dueAt, isPaced }: { readonly dueAt: number; readonly isPaced: boolean },
    exchange: Exchange,
  ): void {
    const { startedAt, durationMs, answer } = exchange;
    this.calls += 1;
    this.#callbacks[type] = (this.#callbacks[type] ?? 0) + 1;
    if (isPaced) this.#inSecond.sent += 1;
    if (answer.kind === 'answered') this.#inSecond.answered += 1;
    record(this.#latency, type, startedAt + durationMs - dueAt);
    record(this.#latencyOfSecond, type, startedAt + durationMs - dueAt);
    record(this.#service, type, durationMs);
  }

  /** So many answers are clear, and were judged. */
  judged(count: number): void {
    this.#answersJudged += count;
  }

  /** So many calls are sent again, since no clear answer came. */
  resent(count: number): void {
    this.#sentAgain += count;
  }

  /** An answer that says nothing of the wallet, or none. */
  error(type: CallbackType, said: string): void {
    this.#inSecond.errors += 1;
    const isKnown = this.#errors.has(`${type} ${said}`) || this.#errors.size < mostKinds;
    const told = isKnown ? said : otherErrors;
    const known = this.#errors.get(`${type} ${told}`) ?? { type, said: told, count: 0 };
    known.count += 1;
    this.#errors.set(`${type} ${told}`, known);
    this.#onTrouble(said);
  }

  /** A balance was right a moment later. */
  late(): void {
    this.#countDoubt({ reason: lateReason, about: 'note', evidence: [] });
  }

  /** An activity came to its end, and led from one ledger to another. */
  played(
    player: Player,
    { title, fault }: Activity,
    { before, after }: { readonly before: Ledger; readonly after: Ledger },
  ): void {
    count(this.#activities, title);
    if (fault !== undefined) count(this.#struck, fault);
    if (after === before) return;
    const sums = this.#sumsOf(player);
    const [was, is] = [bookOf(before), bookOf(after)];
    sums.staked = sums.staked.plus(is.bets.minus(was.bets));
    sums.won = sums.won.plus(is.wins.minus(was.wins));
    sums.rolledBack = sums.rolledBack.plus(is.rollbacks.minus(was.rollbacks));
  }

  /** Whether a breach of that code is still told with its calls; all are counted. */
  isWanted(code: string): boolean {
    return this.#breaches.length < mostBreaches && (this.#breachCounts.get(code) ?? 0) < mostOfOneCode;
  }

  breach(code: string, breach: LoadBreach | undefined): void {
    count(this.#breachCounts, code);
    this.#inSecond.breaches += 1;
    if (breach !== undefined) this.#breaches.push(breach);
  }

  doubt(doubt: ToldDoubt, player: Player): void {
    this.#countDoubt(doubt, player);
  }

  /** The account has so many units more than it must have. */
  drift(player: Player, units: bigint): void {
    const sums = this.#sumsOf(player);
    sums.drift = sums.drift.plus(amountOfUnits(units, player.account.scale));
  }

  /** The account was opened. */
  opened(player: Player): void {
    this.#sumsOf(player).players += 1;
  }

  /** What could not be given back. */
  residue(player: Player, residue: string): void {
    const { residues } = this.#sumsOf(player);
    if (residues.length < mostResidues) residues.push({ player: player.who.id, residue });
  }

  /** The second that ends now; its counts begin anew. */
  second(number: number, now: Pick<LoadSecond, 'backlog' | 'underWay'>): LoadSecond {
    const second = { second: number, ...this.#inSecond, ...now, latency: encoded(this.#latencyOfSecond) };
    this.#inSecond = emptySecond();
    for (const each of Object.values(this.#latencyOfSecond)) each.reset();
    return second;
  }

  counts(): LoadCounts {
    return {
      callbacks: this.#callbacks,
      judged: this.#answersJudged,
      resent: this.#sentAgain,
      activities: Object.fromEntries(this.#activities),
      struck: Object.fromEntries(this.#struck),
      errors: [...this.#errors.values()],
      latency: encoded(this.#latency),
      service: encoded(this.#service),
      money: [...this.#money].map(([currency, sums]) => moneyOf(currency, sums)),
      breaches: this.#breaches,
      breachCounts: Object.fromEntries(this.#breachCounts),
      doubts: [...this.#doubts.values()],
    };
  }

  #sumsOf({ who: { currency }, account: { scale } }: Player): MoneySums {
    const sums = this.#money.get(currency) ?? emptySums();
    sums.scale = Math.max(sums.scale, scale);
    this.#money.set(currency, sums);
    return sums;
  }

  #countDoubt({ reason, about, evidence, alike = reason }: ToldDoubt, player?: Player): void {
    const key = this.#doubts.has(alike) || this.#doubts.size < mostKinds ? alike : 'other reasons';
    const known = this.#doubts.get(key) ?? {
      reason: key === alike ? reason : key,
      ...(about === undefined ? {} : { about }),
      count: 0,
      parked: 0,
      ...(player === undefined ? {} : { player: player.who.id }),
      evidence: evidence.slice(-mostEvidence),
    };
    known.count += 1;
    if (player?.state === 'parked') known.parked += 1;
    this.#doubts.set(key, known);
  }
}

const otherErrors = 'other errors';

const count = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

const record = (latencies: ByType, type: CallbackType, durationMs: number): void => {
  latencies[type] ??= createLatency();
  latencies[type].record(durationMs);
};

const encoded = (latencies: ByType): Partial<Record<CallbackType, string>> =>
  Object.fromEntries(
    callbackTypes.flatMap((type) => {
      const latency = latencies[type];
      return latency === undefined || latency.count === 0 ? [] : [[type, latency.encode()]];
    }),
  );

const moneyOf = (currency: string, { scale, players, residues, ...sums }: MoneySums): LoadMoney => ({
  currency,
  players,
  staked: sums.staked.toFixed(scale),
  won: sums.won.toFixed(scale),
  rolledBack: sums.rolledBack.toFixed(scale),
  drift: sums.drift.toFixed(scale),
  residues,
});

/** The counts of several workers, or of several slices, as one. */
export const addCounts = (parts: readonly LoadCounts[]): LoadCounts => ({
  callbacks: addNumbers(parts.map(({ callbacks }) => callbacks)),
  judged: sum(parts, ({ judged }) => judged),
  resent: sum(parts, ({ resent }) => resent),
  activities: addNumbers(parts.map(({ activities }) => activities)),
  struck: addNumbers(parts.map(({ struck }) => struck)),
  errors: addErrors(parts.flatMap(({ errors }) => errors)),
  latency: addByType(parts.map(({ latency }) => latency)),
  service: addByType(parts.map(({ service }) => service)),
  money: joined(
    parts.flatMap(({ money }) => money),
    ({ currency }) => currency,
    addMoney,
  ),
  breaches: chooseBreaches(parts.flatMap(({ breaches }) => breaches)),
  breachCounts: addNumbers(parts.map(({ breachCounts }) => breachCounts)),
  // One of each reason, with the calls of the first.
  doubts: joined(
    parts.flatMap(({ doubts }) => doubts),
    ({ reason }) => reason,
    (first, all) => ({ ...first, count: sum(all, (each) => each.count), parked: sum(all, (each) => each.parked) }),
  ),
});

/** Seconds of several workers or slices, joined by their number. */
export const addSeconds = (seconds: readonly LoadSecond[]): LoadSecond[] =>
  joined(seconds, ({ second }) => second, addSecond).toSorted((one, other) => one.second - other.second);

const addSecond = ({ second }: LoadSecond, all: readonly LoadSecond[]): LoadSecond => ({
  second,
  asked: sum(all, ({ asked }) => asked),
  sent: sum(all, ({ sent }) => sent),
  answered: sum(all, ({ answered }) => answered),
  errors: sum(all, ({ errors }) => errors),
  breaches: sum(all, ({ breaches }) => breaches),
  backlog: sum(all, ({ backlog }) => backlog),
  underWay: sum(all, ({ underWay }) => underWay),
  latency: addByType(all.map(({ latency }) => latency)),
});

/** Those of one key as one, in the order of their first. */
const joined = <T>(items: readonly T[], keyOf: (item: T) => unknown, join: (first: T, all: readonly T[]) => T): T[] =>
  [...groupBy(items, keyOf).values()].flatMap((all) => {
    const [first] = all;
    return first === undefined ? [] : [join(first, all)];
  });

const addByType = (all: readonly LoadReport['latency'][]): LoadReport['latency'] =>
  Object.fromEntries(
    callbackTypes.flatMap((type) => {
      const known = all.flatMap((each) => each[type] ?? []);
      return known.length === 0 ? [] : [[type, addHistograms(known)]];
    }),
  );

const addNumbers = (all: readonly Readonly<Record<string, number | undefined>>[]): Record<string, number> => {
  const added = new Map<string, number>();
  for (const [name, number = 0] of all.flatMap((each) => Object.entries(each))) {
    added.set(name, (added.get(name) ?? 0) + number);
  }
  return Object.fromEntries(added);
};

/** The most frequent ones; strangers may say something new each time. */
const addErrors = (errors: readonly LoadError[]): LoadError[] => {
  const add = (first: LoadError, same: readonly LoadError[]): LoadError => ({
    ...first,
    count: sum(same, ({ count }) => count),
  });
  const all = joined(errors, ({ type, said }) => JSON.stringify([type, said]), add);
  const told = all.toSorted((one, other) => other.count - one.count);
  const rest = told.slice(mostKinds).map((each) => ({ ...each, said: 'something else' }));
  return [...told.slice(0, mostKinds), ...joined(rest, ({ type }) => type, add)];
};

/** Exact; at the most digits that one of them has. */
const addMoney = ({ currency }: LoadMoney, all: readonly LoadMoney[]): LoadMoney => ({
  currency,
  players: sum(all, ({ players }) => players),
  staked: addDecimals(all.map(({ staked }) => staked)),
  won: addDecimals(all.map(({ won }) => won)),
  rolledBack: addDecimals(all.map(({ rolledBack }) => rolledBack)),
  drift: addDecimals(all.map(({ drift }) => drift)),
  residues: all.flatMap(({ residues }) => residues),
});

const addDecimals = (texts: readonly string[]): string => {
  const scale = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0));
  return texts.reduce((total, text) => total.plus(amountOf(text)), zero).toFixed(scale);
};

/** Those that need no trust in one balance first, and of each code some. */
const chooseBreaches = (breaches: readonly LoadBreach[]): LoadBreach[] => {
  const turns = new Map<string, number>();
  return breaches
    .toSorted(
      (one, other) =>
        Number(one.restsOn === 'balance') - Number(other.restsOn === 'balance') || one.at.localeCompare(other.at),
    )
    .map((breach) => {
      const turn = turns.get(breach.code) ?? 0;
      turns.set(breach.code, turn + 1);
      return { breach, turn };
    })
    .toSorted((one, other) => one.turn - other.turn)
    .slice(0, mostBreaches)
    .map(({ breach }) => breach);
};

export const sum = <T>(items: readonly T[], numberOf: (item: T) => number): number =>
  items.reduce((total, item) => total + numberOf(item), 0);
