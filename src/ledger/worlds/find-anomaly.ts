import { type Amount, renderAtScale } from '../../base/money.ts';
import type { FindingCode } from '../../spec/finding.ts';
import { type Burst, type BurstAnswer, decodeBalance } from './burst.ts';

/**
 * A balance with the bet of a transaction and not its win, or the other way round: a reader saw it
 * between the two (section 3: bet debited and win credited are one step).
 */
const halfShown: Rule = (burst, answers) => {
  for (const answer of answers) {
    const half = answer.digits === undefined ? halfIn(burst, answers, answer) : undefined;
    if (half !== undefined) return half;
  }
  return undefined;
};

/** A balance that no selection of the burst's transactions gives. */
const undecodableBalance: Rule = (burst, answers) => {
  const odd = answers.find(({ digits }) => digits === undefined);
  if (odd === undefined) return undefined;
  const before = renderAtScale(burst.start, burst.currency);
  const message = `${nameOf(burst, odd)} answered ${shownBalance(burst, odd)}: no selection of the simultaneous calls leads there from ${before}.`;
  return { code: 'undecodable-balance', shownBy: [odd], message };
};

/** A balance that contains one transaction more than once. */
const doubleApplication: Rule = (burst, answers) => {
  for (const answer of answers) {
    for (const [place, digit] of answer.digits ?? []) {
      const applied = digit > 1 ? callOf(answers, 1 << place) : undefined;
      if (applied === undefined) continue;
      const message = `${nameOf(burst, answer)} answered ${shownBalance(burst, answer)}, which contains ${nameOf(burst, applied)} ${digit} times.`;
      return { code: 'double-application', shownBy: [answer], message };
    }
  }
  return undefined;
};

/** The answer to a transaction that shows the balance without it. */
const missesOwnEffect: Rule = (burst, answers) => {
  const without = answers.find(({ own, contains }) => (own & ~contains) !== 0);
  if (without === undefined) return undefined;
  const message = `${nameOf(burst, without)} answered ${shownBalance(burst, without)}, the balance without its own effect.`;
  return { code: 'response-misses-own-effect', shownBy: [without], message };
};

/** A balance that contains a transaction sent only after it was answered. */
const futureRead: Rule = (burst, answers) => {
  const sent = firstSent(answers);
  for (const answer of answers) {
    for (const { own, startMs } of sent) {
      const later = startMs > answer.endMs && (own & answer.contains) !== 0;
      const cause = later ? callOf(answers, own) : undefined;
      if (cause === undefined) continue;
      const message = `${nameOf(burst, answer)} answered ${shownBalance(burst, answer)}, which contains ${nameOf(burst, cause)} before that was sent.`;
      return { code: 'future-read', shownBy: [cause, answer], message };
    }
  }
  return undefined;
};

/** A balance that lacks what an answer from before the call was sent contains. */
const wentBack: Rule = (burst, answers) => {
  const ended = answers.toSorted((one, other) => one.endMs - other.endMs);
  const proofs: BurstAnswer[] = [];
  let known = 0;
  let next = 0;
  for (const answer of answers.toSorted((one, other) => one.startMs - other.startMs)) {
    for (let each = ended[next]; each !== undefined && each.endMs < answer.startMs; ) {
      if ((each.contains & ~known) !== 0) proofs.push(each);
      known |= each.contains;
      next += 1;
      each = ended[next];
    }
    const missing = known & ~answer.contains;
    if (missing !== 0) return tellMissing({ burst, answers, proofs, answer, missing });
  }
  return undefined;
};

/** Two balances, each without something that the other contains. */
const forkedHistory: Rule = (burst, answers) => {
  const told = (answer: BurstAnswer): string => `${nameOf(burst, answer)} answered ${shownBalance(burst, answer)}`;
  const bySize = answers.toSorted((one, other) => countBits(one.contains) - countBits(other.contains));
  for (const [n, larger] of bySize.entries()) {
    const smaller = bySize[n - 1] ?? larger;
    const onlyHere = callOf(answers, smaller.contains & ~larger.contains);
    const onlyThere = callOf(answers, larger.contains & ~smaller.contains);
    if (onlyHere === undefined || onlyThere === undefined) continue;
    const message = `${told(smaller)}, without ${nameOf(burst, onlyThere)}; ${told(larger)}, without ${nameOf(burst, onlyHere)}.`;
    return { code: 'forked-history', shownBy: [smaller, larger], message };
  }
  return undefined;
};

/**
 * Two transactions whose first answers contain equally many. Where each answer is part of its
 * transaction, the first contains one, the second two, and so on. The money is right all the same:
 * the balance was read after the commit (section 6: "return the new balance").
 */
const nonAtomicAnswer: Rule = (burst, answers) => {
  const bySize = new Map<number, BurstAnswer>();
  for (const answer of firstAnswers(answers)) {
    const size = countBits(answer.contains);
    const other = bySize.get(size);
    if (other !== undefined) {
      const message = `${nameOf(burst, other)} and ${nameOf(burst, answer)} both answered the balance after ${size} of the simultaneous calls (${shownBalance(burst, answer)}); each must answer the one right after itself. The money is right.`;
      return { code: 'non-atomic-answer', shownBy: [other, answer], message };
    }
    bySize.set(size, answer);
  }
  return undefined;
};

/** The fewest answers first: one is easier to believe than three. The last assumes all the others. */
const rules: readonly Rule[] = [
  halfShown,
  undecodableBalance,
  doubleApplication,
  missesOwnEffect,
  futureRead,
  wentBack,
  forkedHistory,
  nonAtomicAnswer,
];

/** The first contradiction among the answers of a burst; undefined where some serial order gives them all. */
export const findAnomaly = (burst: Burst, answers: readonly BurstAnswer[]): Anomaly | undefined => {
  for (const rule of rules) {
    const anomaly = rule(burst, answers);
    if (anomaly !== undefined) return anomaly;
  }
  return undefined;
};

/** The smallest contradiction in a burst: one to three answers, and what they contradict. */
export interface Anomaly {
  readonly code: FindingCode;
  /** In the order in which they are told; the last is the one that cannot be. */
  readonly shownBy: readonly [...BurstAnswer[], BurstAnswer];
  /** One sentence with the values. */
  readonly message: string;
}

/** One way for the answers of a burst to be wrong. */
type Rule = (burst: Burst, answers: readonly BurstAnswer[]) => Anomaly | undefined;

/** The call and what it moves: `makeBet third (0.16)`. */
const nameOf = (burst: Burst, { heard: { label, callback } }: BurstAnswer): string => {
  if (callback.type === 'getBalance') return label;
  const moved = burst.unit.times(4 ** (burst.places.get(callback.transactionId) ?? 0));
  return `${label} (${renderAtScale(moved, burst.currency)})`;
};

/** The balance without some halves of transactions, where the rest of it is whole again. */
const halfIn = (burst: Burst, answers: readonly BurstAnswer[], answer: BurstAnswer): Anomaly | undefined => {
  for (const halves of selectionsOf([...burst.halves])) {
    const rest = halves.reduce((sum, { change }) => sum.minus(change), answer.balance);
    const digits = decodeBalance(burst, rest);
    if (digits === undefined || halves.some(({ place }) => digits.get(place) !== 0)) continue;
    const calls = halves.flatMap(({ place }) => callOf(answers, 1 << place) ?? []);
    const [first, half] = [calls[0], halves[0]];
    if (first === undefined || half === undefined) continue;
    const { currency } = burst;
    const message = `${nameOf(burst, answer)} answered ${shownBalance(burst, answer)}: that includes ${renderAtScale(half.change, currency)} of ${first.heard.label} and without the ${renderAtScale(half.missing, currency)} that belong to it.`;
    return { code: 'half-shown', shownBy: [first, answer], message };
  }
  return undefined;
};

/** One part of what a transaction moves, and the part that belongs to it. */
interface Half {
  readonly place: number;
  readonly change: Amount;
  readonly missing: Amount;
}

/** Every selection of halves, the smallest first; of each transaction one or none. */
const selectionsOf = (pairs: readonly (readonly [number, readonly [Amount, Amount]])[]): Half[][] => {
  let all: Half[][] = [[]];
  for (const [place, [one, other]] of pairs.slice(0, mostHalves)) {
    const halves = [
      { place, change: one, missing: other },
      { place, change: other, missing: one },
    ];
    all = [...all, ...halves.flatMap((half) => all.map((each) => [...each, half]))];
  }
  return all.filter((each) => each.length > 0).toSorted((one, other) => one.length - other.length);
};

/** More are not looked through: three to the power of six selections. */
const mostHalves = 6;

/** The balance of an answer as people write it. */
const shownBalance = ({ currency }: Burst, { balance }: BurstAnswer): string => renderAtScale(balance, currency);

/** The first call of the lowest transaction in the bits; undefined where there is none. */
const callOf = (answers: readonly BurstAnswer[], bits: number): BurstAnswer | undefined => {
  const lowest = bits & -bits;
  return lowest === 0 ? undefined : answers.find(({ own }) => own === lowest);
};

/** The earliest sending of each transaction. */
const firstSent = (answers: readonly BurstAnswer[]): BurstAnswer[] => {
  const first = new Map<number, BurstAnswer>();
  for (const answer of answers) {
    const known = first.get(answer.own);
    if (answer.own !== 0 && (known === undefined || answer.startMs < known.startMs)) {
      first.set(answer.own, answer);
    }
  }
  return [...first.values()];
};

interface Missing {
  readonly burst: Burst;
  readonly answers: readonly BurstAnswer[];
  /** Answers from before the call was sent, each the first to contain something. */
  readonly proofs: readonly BurstAnswer[];
  readonly answer: BurstAnswer;
  readonly missing: number;
}

const tellMissing = (about: Missing): Anomaly | undefined => {
  const { burst, answers, proofs, answer, missing } = about;
  const before = (each: BurstAnswer): string => `${nameOf(burst, each)} answered ${shownBalance(burst, each)}`;
  const after = `${nameOf(burst, answer)}, sent after that, answered ${shownBalance(burst, answer)}`;
  const own = proofs.find((each) => (each.own & missing) !== 0);
  if (own !== undefined) {
    const message = `${before(own)}; ${after}, without ${nameOf(burst, own)}.`;
    return { code: 'stale-balance', shownBy: [own, answer], message };
  }
  const proof = proofs.find(({ contains }) => (contains & missing) !== 0);
  const lost = callOf(answers, (proof?.contains ?? 0) & missing);
  if (proof === undefined || lost === undefined) return undefined;
  const message = `${before(proof)}, with ${nameOf(burst, lost)}; ${after}, without it.`;
  return { code: 'balance-went-back', shownBy: [lost, proof, answer], message };
};

/**
 * The answer of each transaction that can be the one that applied it: sent before any answer that
 * contains it had come, and containing the fewest.
 */
const firstAnswers = (answers: readonly BurstAnswer[]): BurstAnswer[] => {
  const bits = new Set(answers.map(({ own }) => own).filter((own) => own !== 0));
  return [...bits].flatMap((bit) => {
    const seen = answers.filter(({ contains }) => (contains & bit) !== 0);
    const seenAtMs = Math.min(...seen.map(({ endMs }) => endMs));
    const able = seen.filter(({ own, startMs }) => own === bit && startMs <= seenAtMs);
    const [first] = able.toSorted((one, other) => countBits(one.contains) - countBits(other.contains));
    return first === undefined ? [] : [first];
  });
};

/** How many transactions the bits stand for. */
const countBits = (bits: number): number => {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
};
