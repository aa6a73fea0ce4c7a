import { sameSignature } from '../sign.ts';
import type { Mac } from './macs.ts';
import { primaryMacs } from './macs.ts';
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

/** The first of the attempts that makes the digest of the header; each text is signed once. */
export const findMatch = (
  attempts: Iterable<Attempt>,
  { readings, token }: SignatureSituation,
  meter: Meter,
): SearchResult => {
  const primary = primaryMacs(readings, token);
  const tried = new Set<string>();
  for (const attempt of attempts) {
    const macs = isUntried(attempt, tried) ? macsOf(attempt, primary) : [];
    if (!meter.spend({ macs: macs.length, characters: attempt.subject.length })) {
      return { kind: 'stopped' };
    }
    const match = matchOf(attempt, macs, readings);
    if (match !== undefined) return { kind: 'found', match };
  }
  return { kind: 'missed' };
};

const macsOf = ({ mac }: Attempt, primary: readonly Mac[]): readonly Mac[] =>
  mac === undefined ? primary : [mac];

/** Only texts under the likeliest MAC are remembered: the others come once anyway. */
const isUntried = ({ subject, mac }: Attempt, tried: Set<string>): boolean => {
  if (mac !== undefined || typeof subject !== 'string') return true;
  if (tried.has(subject)) return false;
  tried.add(subject);
  return true;
};

const matchOf = (
  attempt: Attempt,
  macs: readonly Mac[],
  readings: readonly HeaderReading[],
): Match | undefined => {
  for (const mac of macs) {
    const digest = mac.digest(attempt.subject);
    const reading = readings.find((one) => isOf(digest, one));
    if (reading !== undefined) return { attempt, mac, reading };
  }
  return undefined;
};

/** A header may hold the beginning of the digest only. */
const isOf = (digest: string, reading: HeaderReading): boolean =>
  sameSignature(reading.digest, digest.slice(0, reading.digest.length));

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
