import { sameSignature } from '../same-signature.ts';
import type { Attempt } from './attempt.ts';
import type { HeaderReading } from './header/read-header.ts';
import type { Mac } from './macs/mac.ts';
import { primaryMacs } from './macs/primary-macs.ts';
import type { Meter } from './open-meter.ts';
import type { Situation } from './situation.ts';

/** An attempt that makes the digest of the header, how it was signed, and how the header is read. */
export interface Match {
  readonly attempt: Attempt;
  readonly mac: Mac;
  readonly reading: HeaderReading;
}

export type Search =
  | { readonly kind: 'found'; readonly match: Match }
  | { readonly kind: 'missed' }
  | { readonly kind: 'stopped' };

/** The first of the attempts that makes the digest of the header; each text is signed once. */
export const findMatch = (
  attempts: Iterable<Attempt>,
  { readings, token }: Situation,
  meter: Meter,
): Search => {
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
