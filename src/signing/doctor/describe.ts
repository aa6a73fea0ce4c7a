import { type MistakeCode, signatureMistakes } from '../../spec/signature-mistakes.ts';
import { canonicalForm, quoteText } from '../canonical-form.ts';
import { demandDialect } from '../dialects.ts';
import type { HeaderReading, Mac } from './digests.ts';
import { percentEncode } from './literals.ts';
import type { Situation } from './situation.ts';
import type { Attempt } from './transforms.ts';

export type SignatureExplanation =
  | {
      readonly valid: true;
      /** The name of the first dialect that writes what was signed. */
      readonly dialect: string;
      readonly notes: readonly string[];
    }
  | ({ readonly valid: false } & SignatureDiagnosis);

/** Why a signature is not accepted. No text in it holds a token. */
export interface SignatureDiagnosis {
  readonly mistake: MistakeCode;
  /** The field that it is about: `home_url`, `freespins.total`. */
  readonly field?: string;
  readonly sentence: string;
  readonly remedy: string;
  /** The canonical string; of several that are accepted the one nearest to what was signed. */
  readonly expected: string;
  /** What the agent signed; absent where that is not known, or is no text. */
  readonly matched?: string;
  /** The first place where the two differ. */
  readonly difference?: SignatureDifference;
}

interface SignatureDifference {
  /** Counted from 1, in UTF-8. */
  readonly byte: number;
  readonly signed: string;
  readonly expected: string;
}

/** An attempt that makes the digest of the header, how it was signed, and how the header is read. */
export interface Match {
  readonly attempt: Attempt;
  readonly mac: Mac;
  readonly reading: HeaderReading;
}

/** What was found, in a sentence: the mistake, its place, and what else is wrong; or that nothing is. */
export const describeMatch = (match: Match, situation: Situation): SignatureExplanation => {
  const { subject, field, language } = match.attempt;
  const [mistake, ...others] = mistakesOf(match);
  const signed = typeof subject === 'string' ? subject : undefined;
  if (mistake === undefined) return describeValid(signed ?? '', situation);
  const expected = hideTokens(nearestText(signed ?? '', [...situation.accepted.keys()]), situation.tokens);
  // A token that is too short to be hidden would be told.
  const isTelling = situation.token.length < shortest && (mistake === 'token-in-text' || mistake === 'field-added');
  const matched = signed === undefined || isTelling ? undefined : hideTokens(signed, situation.tokens);
  const difference = matched === undefined ? undefined : firstDifference(matched, expected);
  const sentences = [
    ...[mistake, ...others].map((code) => filled(signatureMistakes[code].sentence, field)),
    ...(language === undefined ? [] : [`${language} prints numbers like this.`]),
    ...(difference === undefined ? [] : [placeOf(difference)]),
  ];
  const remedy = filled(signatureMistakes[mistake].remedy, field);
  return { valid: false, mistake, field, sentence: sentences.join(' '), remedy, expected, matched, difference };
};

/** The dialect of a right signature, and whether another platform might refuse it. */
const describeValid = (canonical: string, { tree, accepted }: Situation): SignatureExplanation => {
  const dialect = demandDialect(accepted.get(canonical) ?? 'minimal');
  const isOfPhp = canonicalForm(tree, demandDialect('php')) === canonical;
  const notes = [`Signed with ${dialect.sentence}.`, ...(isOfPhp ? [] : [warning])];
  return { valid: true, dialect: dialect.name, notes };
};

const warning =
  'A platform that serialises as PHP does by default would refuse this signature: it escapes slashes and non-ASCII text, and sorts the top level only.';

/** That a signature cannot be explained. */
export const describeMiss = (mistake: MistakeCode, reason = '', situation?: Situation): SignatureExplanation => {
  const { sentence, remedy } = signatureMistakes[mistake];
  const [expected = ''] = situation?.accepted.keys() ?? [];
  return {
    valid: false,
    mistake,
    sentence: reason === '' ? sentence : `${sentence} ${reason}`,
    remedy,
    expected: hideTokens(expected, situation?.tokens ?? []),
  };
};

/** The key or algorithm first, then what was signed, then how the digest is written. */
const mistakesOf = ({ mac, attempt, reading }: Match): MistakeCode[] => {
  const isCut = mac.mistake === 'digest-truncated';
  const all = isCut ? [attempt.mistake, mac.mistake, reading.mistake] : [mac.mistake, attempt.mistake, reading.mistake];
  return all.filter((mistake) => mistake !== undefined);
};

const filled = (text: string, field: string | undefined): string =>
  text.replaceAll('{field}', () => field ?? 'a field');

const placeOf = ({ byte, signed, expected }: SignatureDifference): string =>
  `Byte ${byte}: you signed ${quoted(signed)}, this body serialises as ${quoted(expected)}.`;

const quoted = (text: string): string => (text === '' ? 'nothing' : `\`${text}\``);

/** Of these texts the one that shares the most with a text at its beginning and its end. */
const nearestText = (text: string, texts: readonly string[]): string => {
  let nearest = texts[0] ?? '';
  let most = -1;
  for (const candidate of texts) {
    const shared = sharedBetween(text, candidate);
    if (shared > most) [nearest, most] = [candidate, shared];
  }
  return nearest;
};

const sharedBetween = (one: string, other: string): number => {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  // A text that says more than that is further away.
  return start + end - other.length / 1024;
};

/** How many characters are shown before the difference, and from it on. */
const before = 12;

const after = 16;

/** The first place where what was signed is not what is expected; undefined where they are alike. */
const firstDifference = (signed: string, expected: string): SignatureDifference | undefined => {
  if (signed === expected) return undefined;
  let place = 0;
  while (place < signed.length && signed[place] === expected[place]) place += 1;
  return {
    byte: Buffer.byteLength(signed.slice(0, place)) + 1,
    signed: excerpt(signed, place),
    expected: excerpt(expected, place),
  };
};

/** Whole characters: a surrogate is not cut from its pair. */
const excerpt = (text: string, place: number): string =>
  text
    .slice(Math.max(0, place - before), place + after)
    .replace(/^[\udc00-\udfff]/u, '')
    .replace(/[\ud800-\udbff]$/u, '');

/** A shorter token would be found in texts that have nothing to do with it. */
const shortest = 4;

/** Puts `<token>` wherever a text holds a token, in any of the ways in which JSON or a form writes it. */
const hideTokens = (text: string, tokens: readonly string[]): string =>
  tokens
    .filter((token) => token.length >= shortest)
    .flatMap(formsOf)
    .sort((one, other) => other.length - one.length)
    .reduce((hidden, form) => hidden.replaceAll(form, '<token>'), text);

const formsOf = (token: string): string[] => [
  token,
  ...['minimal', 'php', 'python', 'dotnet', 'go'].map((name) =>
    quoteText(token, demandDialect(name).escaping).slice(1, -1),
  ),
  percentEncode(token),
];
