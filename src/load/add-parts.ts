import { groupBy } from '../base/group-by.ts';
import { type Amount, amountOf, zero } from '../base/money.ts';
import type { LoadBreach, LoadDoubt, LoadError, LoadMoney, LoadReport, LoadSecond } from '../formats/load-report.ts';
import { addHistograms } from '../report/load/histograms.ts';
import { callbackTypes } from '../spec/callback.ts';

/** So many breaches are told with their calls; all are counted. */
export const mostBreaches = 20;

/** Parts of a load that add up, of a worker or of a slice. */
export type AddedParts = Pick<
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

/** The parts of several workers, or of several slices, as one. */
export const addParts = (parts: readonly AddedParts[]): AddedParts => ({
  callbacks: addCounts(parts.map(({ callbacks }) => callbacks)),
  judged: sum(parts, ({ judged }) => judged),
  resent: sum(parts, ({ resent }) => resent),
  activities: addCounts(parts.map(({ activities }) => activities)),
  struck: addCounts(parts.map(({ struck }) => struck)),
  errors: addErrors(parts.flatMap(({ errors }) => errors)),
  latency: addByType(parts.map(({ latency }) => latency)),
  service: addByType(parts.map(({ service }) => service)),
  money: addMoney(parts.flatMap(({ money }) => money)),
  breaches: chooseBreaches(parts.flatMap(({ breaches }) => breaches)),
  breachCounts: addCounts(parts.map(({ breachCounts }) => breachCounts)),
  doubts: addDoubts(parts.flatMap(({ doubts }) => doubts)),
});

/** Seconds of several workers or slices, joined by their number. */
export const addSeconds = (seconds: readonly LoadSecond[]): LoadSecond[] =>
  [...groupBy(seconds, ({ second }) => second)]
    .toSorted(([one], [other]) => one - other)
    .map(([second, parts]) => ({
      second,
      asked: sum(parts, ({ asked }) => asked),
      sent: sum(parts, ({ sent }) => sent),
      answered: sum(parts, ({ answered }) => answered),
      errors: sum(parts, ({ errors }) => errors),
      breaches: sum(parts, ({ breaches }) => breaches),
      backlog: sum(parts, ({ backlog }) => backlog),
      underWay: sum(parts, ({ underWay }) => underWay),
      latency: addByType(parts.map(({ latency }) => latency)),
    }));

type Histograms = LoadReport['latency'];

const addByType = (all: readonly Histograms[]): Histograms =>
  Object.fromEntries(
    callbackTypes.flatMap((type) => {
      const known = all.flatMap((each) => each[type] ?? []);
      return known.length === 0 ? [] : [[type, addHistograms(known)]];
    }),
  );

type Counts = Readonly<Record<string, number | undefined>>;

const addCounts = (all: readonly Counts[]): Record<string, number> => {
  const added = new Map<string, number>();
  for (const [name, count = 0] of all.flatMap((each) => Object.entries(each))) {
    added.set(name, (added.get(name) ?? 0) + count);
  }
  return Object.fromEntries(added);
};

/** Different things that were said of a type; strangers may say something new each time. */
const mostErrors = 50;

const addErrors = (errors: readonly LoadError[]): LoadError[] => {
  const same = groupBy(errors, ({ type, said }) => JSON.stringify([type, said]));
  const added = [...same.values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : [{ ...first, count: first.count + countOf(others) }]))
    .toSorted((one, other) => other.count - one.count);
  const rest = groupBy(added.slice(mostErrors), ({ type }) => type);
  return [
    ...added.slice(0, mostErrors),
    ...[...rest].map(([type, all]) => ({ type, said: 'something else', count: countOf(all) })),
  ];
};

const countOf = (all: readonly { readonly count: number }[]): number => sum(all, ({ count }) => count);

/** Exact; at the most digits that one of them has. */
const addMoney = (all: readonly LoadMoney[]): LoadMoney[] =>
  [...groupBy(all, ({ currency }) => currency)].map(([currency, parts]) => ({
    currency,
    players: sum(parts, ({ players }) => players),
    staked: addDecimals(parts.map(({ staked }) => staked)),
    won: addDecimals(parts.map(({ won }) => won)),
    rolledBack: addDecimals(parts.map(({ rolledBack }) => rolledBack)),
    drift: addDecimals(parts.map(({ drift }) => drift)),
    residues: parts.flatMap(({ residues }) => residues),
  }));

const addDecimals = (texts: readonly string[]): string => {
  const scale = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0));
  const all = texts.reduce<Amount>((total, text) => total.plus(amountOf(text)), zero);
  return all.toFixed(scale);
};

/** Those that need no trust in one balance first, and of each code some. */
const chooseBreaches = (breaches: readonly LoadBreach[]): LoadBreach[] => {
  const byCode = groupBy(
    breaches.toSorted(
      (one, other) =>
        Number(one.restsOn === 'balance') - Number(other.restsOn === 'balance') || one.at.localeCompare(other.at),
    ),
    ({ code }) => code,
  );
  const turns = [...byCode.values()].flatMap((all) => all.map((breach, turn) => ({ breach, turn })));
  return turns
    .toSorted((one, other) => one.turn - other.turn)
    .slice(0, mostBreaches)
    .map(({ breach }) => breach);
};

/** One of each reason, with the calls of the first. */
const addDoubts = (doubts: readonly LoadDoubt[]): LoadDoubt[] =>
  [...groupBy(doubts, ({ reason }) => reason).values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    return [{ ...first, count: countOf(all), parked: sum(all, ({ parked }) => parked) }];
  });

export const sum = <T>(items: readonly T[], numberOf: (item: T) => number): number =>
  items.reduce((total, item) => total + numberOf(item), 0);
