import { timingSafeEqual } from 'node:crypto';
import { type Mac, primaryMacs } from './macs.ts';
import type { HeaderReading } from './read-header.ts';
import type { Attempt, SearchBudget, SignatureSituation } from './situation.ts';

/** An attempt that makes the digest of the header, how it was signed, and how the header is read. */
export interface Match {
  readonly attempt: Attempt;
  readonly mac: Mac;
  readonly reading: HeaderReading;
}

export type SearchResult =
  | { readonly kind: 'found'; readonly match: Match }
  | { readonly kind: 'missed' }
  | { readonly kind: 'stopped' };

/**
 * The first of the attempts that makes the digest of the header. A text that comes twice is signed
 * twice: the stages leave out most of them, and to remember thousands of texts costs more than that.
 */
export const findMatch = (
  attempts: Iterable<Attempt>,
  { readings, token }: SignatureSituation,
  meter: Meter,
): SearchResult => {
  const primary = primaryMacs(readings, token);
  const wanted = readings.map(createComparison);
  for (const attempt of attempts) {
    const macs = macsOf(attempt, primary);
    if (!meter.spend({ macs: macs.length, characters: attempt.subject.length })) {
      return { kind: 'stopped' };
    }
    const match = matchOf(attempt, macs, wanted);
    if (match !== undefined) return { kind: 'found', match };
  }
  return { kind: 'missed' };
};

const macsOf = ({ mac }: Attempt, primary: readonly Mac[]): readonly Mac[] => (mac === undefined ? primary : [mac]);

const matchOf = (attempt: Attempt, macs: readonly Mac[], wanted: readonly Comparison[]): Match | undefined => {
  for (const mac of macs) {
    const digest = mac.digest(attempt.subject);
    const found = wanted.find(({ isOf }) => isOf(digest));
    if (found !== undefined) return { attempt, mac, reading: found.reading };
  }
  return undefined;
};

interface Comparison {
  readonly reading: HeaderReading;
  /** In constant time, as signatures are compared. */
  readonly isOf: (digest: string) => boolean;
}

/** A header may hold the beginning of the digest only. */
const createComparison = (reading: HeaderReading): Comparison => {
  const given = Buffer.from(reading.digest, 'latin1');
  const computed = Buffer.alloc(given.length);
  return {
    reading,
    // Thousands of digests are compared with one: two new buffers for each cost as much as a quarter of its HMAC.
    isOf: (digest) =>
      digest.length >= given.length &&
      computed.write(digest, 'latin1') === given.length &&
      timingSafeEqual(given, computed),
  };
};

/** Counts what the search has cost; `spend` says whether it may go on. */
interface Meter {
  readonly spend: (cost: { readonly macs: number; readonly characters: number }) => boolean;
}

/** A meter that has run out stays so. */
export const openMeter = (budget: SearchBudget = {}): Meter => {
  const { now = () => 0, milliseconds = 200, macs = 40_000, characters = 12_000_000 } = budget;
  const end = now() + milliseconds;
  let macsLeft = macs;
  let charactersLeft = characters;
  return {
    spend: (cost) => {
      macsLeft -= cost.macs;
      charactersLeft -= cost.characters;
      return macsLeft >= 0 && charactersLeft >= 0 && now() <= end;
    },
  };
};
