import { type FindingCode, isAboutMoney } from './finding.ts';

/**
 * What a mistake looks like where nothing names it: in calls at once, in sums, in old numbers. Any
 * finding that names one explains them; among themselves the earlier explains the later.
 */
const symptoms: readonly FindingCode[] = [
  'lost-update',
  'overspent',
  'wrong-balance',
  'stale-balance',
  'balance-went-back',
  'forked-history',
  'half-shown',
  'future-read',
  'response-misses-own-effect',
  'non-atomic-answer',
  'money-at-risk',
  'no-serial-order',
  'not-conserved',
  'undecodable-balance',
];

/** What explains symptoms besides findings on the balance: who was let in, refused, or mixed up. */
const alsoExplain: ReadonlySet<FindingCode> = new Set([
  'accepted-overdraft',
  'accepted-unsigned',
  'accepted-bad-signature',
  'accepted-invalid',
  'accepted-unknown-account',
  'another-players-balance',
  'another-currencys-balance',
  'taken-for-another',
  'refused-good-signature',
  'number-reprinted',
  'refused-valid',
  'win-refused-below-zero',
  'duplicate-refused',
  'server-error',
  'no-answer',
  'unknown-rollback-fails',
  'exhausted',
  'too-slow',
]);

/** The same mistake under another name, as calls of another kind show it. */
const otherNames: Partial<Record<FindingCode, readonly FindingCode[]>> = {
  'not-applied': [
    ...(['bet-not-debited', 'win-not-credited', 'taken-for-another'] as const),
    ...(['answer-lags', 'outdated-balance', 'applied-later'] as const),
  ],
  'duplicate-applied': [
    ...(['double-application', 'stale-balance'] as const),
    ...(['bet-not-debited', 'win-not-credited'] as const),
  ],
  'free-bet': ['bet-not-debited', 'not-applied', 'rollback-applied-again'],
  'rollback-not-applied': ['win-not-reverted', 'bet-not-refunded', 'answer-lags', 'outdated-balance', 'applied-later'],
  'money-moved-on-refusal': ['wrong-arithmetic', 'accepted-overdraft'],
  'win-refused-below-zero': ['accepted-overdraft'],
  'another-players-balance': ['foreign-money-moved'],
  'accepted-unknown-account': ['another-players-balance'],
  'accepted-unsigned': ['accepted-bad-signature'],
  // Of a bet and its rollback at once nobody knows which came first.
  // A bet that is made again whenever it comes again is made again after its rollback, too.
  'rolled-back-bet-applied': ['double-application', 'duplicate-applied'],
  'applied-after-rollback': ['rolled-back-bet-applied', 'rollback-not-applied'],
  'server-error': ['unknown-rollback-fails', 'exhausted'],
  'no-answer': ['unknown-rollback-fails', 'exhausted'],
  'too-slow': ['exhausted'],
  'refused-valid': ['exhausted'],
  'number-reprinted': ['refused-good-signature'],
  'insufficient-balance-code': ['refused-good-signature'],
  'signature-error-code': ['refused-good-signature'],
  'unrecommended-code': ['refused-good-signature', 'accepted-unknown-account'],
};

/** Amounts that fit by chance, beside a mistake that is seen far more often. */
const byChance: Partial<Record<FindingCode, readonly FindingCode[]>> = {
  'not-applied': ['wrong-balance', 'wrong-arithmetic'],
  'double-application': ['win-not-credited', 'wrong-arithmetic'],
};

const farMoreOften = 5;

/** A finding that was seen. */
export interface SeenCode {
  readonly code: FindingCode;
  readonly count: number;
  /** Where it was seen: runs and accounts. What was seen elsewhere explains nothing here. */
  readonly places: Iterable<string>;
  /** Those of them that tell how the agent is now: what explains it there explains it in earlier runs, too. All, where left out. */
  readonly placesNow?: Iterable<string>;
  /** Scenarios of a run in which it was seen, and those that make such calls: it explains no symptom of any other. */
  readonly played?: { readonly seen: ReadonlySet<string>; readonly alike: ReadonlySet<string> };
}

/** For each finding the one that it is told under: itself, or what explains it. */
export const rootCauses = (seen: readonly SeenCode[]): ReadonlyMap<FindingCode, FindingCode> => {
  const explained = new Map(
    seen.flatMap((each) => {
      const [best] = seen.filter((other) => explains(other, each)).toSorted((one, other) => other.count - one.count);
      return best === undefined ? [] : [[each.code, best.code]];
    }),
  );
  return new Map(seen.map(({ code }) => [code, rootOf(code, explained)]));
};

/** A root cause: what is told, and what else shows it. */
export interface RootCause<T> {
  readonly told: T;
  readonly also: readonly T[];
}

/** What was seen, each root cause once under its own name, in the order given. */
export const foldedByCause = <T extends SeenCode>(seen: readonly T[]): readonly RootCause<T>[] => {
  const roots = rootCauses(seen);
  return seen
    .filter(({ code }) => roots.get(code) === code)
    .map((told) => ({
      told,
      also: seen.filter(({ code }) => code !== told.code && roots.get(code) === told.code),
    }));
};

const rootOf = (code: FindingCode, explained: ReadonlyMap<FindingCode, FindingCode>): FindingCode => {
  const passed = new Set<FindingCode>();
  let root = code;
  // A ring of explanations ends where it began to repeat itself.
  while (!passed.has(root)) {
    passed.add(root);
    root = explained.get(root) ?? root;
  }
  return root;
};

/** Never of two findings each the other. */
const explains = (cause: SeenCode, effect: SeenCode): boolean =>
  mayExplain(cause, effect) && !(mayExplain(effect, cause) && comesFirst(effect, cause));

/** Of two that explain each other: the one that is seen more often, then the one that is named first. */
const comesFirst = (one: SeenCode, other: SeenCode): boolean =>
  one.count === other.count ? one.code < other.code : one.count > other.count;

const mayExplain = (cause: SeenCode, effect: SeenCode): boolean => {
  if (cause.code === effect.code || !isWhereverItIs(cause, effect)) return false;
  if (byChance[effect.code]?.includes(cause.code) === true) {
    return cause.count >= effect.count * farMoreOften;
  }
  // What is rare beside it is no explanation.
  if (cause.count * farMoreOften < effect.count) return false;
  return otherNames[effect.code]?.includes(cause.code) === true || isSymptomOf(effect, cause);
};

const isWhereverItIs = (cause: SeenCode, { places, placesNow = places }: SeenCode): boolean => {
  const known = new Set(cause.places);
  return [...placesNow].every((place) => known.has(place));
};

const isSymptomOf = ({ code, played }: SeenCode, cause: SeenCode): boolean => {
  const [place, causePlace] = [code, cause.code].map((each) => symptoms.indexOf(each)) as [number, number];
  if (place < 0) return false;
  const { alike } = cause.played ?? {};
  if (alike !== undefined && [...(played?.seen ?? [])].some((file) => !alike.has(file))) return false;
  if (causePlace >= 0) return causePlace < place;
  return isAboutMoney(cause.code) || alsoExplain.has(cause.code);
};
