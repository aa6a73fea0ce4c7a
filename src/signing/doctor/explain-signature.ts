import { timingSafeEqual } from 'node:crypto';
import { JsonError } from '../../base/json.ts';
import type { ExchangeExplanation } from '../../spec/exchange.ts';
import { describeMatch, describeMiss, type Match, type SignatureExplanation } from './describe.ts';
import { rightMacs } from './digests.ts';
import { type SearchBudget, type SignatureQuestion, Situation } from './situation.ts';
import { attemptsOf } from './transforms.ts';

/**
 * Whether a signature is right and in which dialect, or the likeliest mistake that leads to it
 * (section 5). Looks for one mistake at a time, within a budget. Pure; throws nothing, and no
 * token is in what it returns.
 */
export const explainSignature = (question: SignatureQuestion): SignatureExplanation => {
  const text = textOf(question.body);
  if (text.length > largest) return describeMiss('unknown', tooLarge);
  const situation = situationOf(question, text);
  if (situation === undefined) return describeMiss('body-not-json');
  if (situation.readings.length === 0) return describeMiss('header-malformed', '', situation);
  const match = findMatch(situation, question.budget);
  if (match === undefined || match === 'stopped') {
    return describeMiss('unknown', match === undefined ? '' : stopped, situation);
  }
  return describeMatch(match, situation);
};

/** Longer bodies, in characters, are not searched: a body of the contract has a few hundred. */
const largest = 65_536;
const tooLarge = 'The body is too large to be searched for a mistake.';
const stopped = 'The search reached its limit before every mistake was tried.';

const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);

const situationOf = (question: SignatureQuestion, text: string): Situation | undefined => {
  try {
    return new Situation(question, text);
  } catch (error) {
    if (error instanceof JsonError || error instanceof TypeError) return undefined;
    throw error;
  }
};

/**
 * The first of the attempts that makes the digest of the header. A text that comes twice is signed
 * twice: to remember thousands of texts costs more than that.
 */
const findMatch = (situation: Situation, budget: SearchBudget = {}): Match | 'stopped' | undefined => {
  const { now = () => 0, milliseconds = 200, macs: mostMacs = 40_000, characters = 12_000_000 } = budget;
  const end = now() + milliseconds;
  const right = rightMacs(situation.readings, situation.token);
  const wanted = situation.readings.map((reading) => ({ reading, isOf: createComparison(reading.digest) }));
  let [macsLeft, charactersLeft] = [mostMacs, characters];
  for (const attempt of attemptsOf(situation)) {
    const macs = attempt.mac === undefined ? right : [attempt.mac];
    macsLeft -= macs.length;
    charactersLeft -= attempt.subject.length;
    if (macsLeft < 0 || charactersLeft < 0 || now() > end) return 'stopped';
    for (const mac of macs) {
      const digest = mac.digest(attempt.subject);
      const found = wanted.find(({ isOf }) => isOf(digest));
      if (found !== undefined) return { attempt, mac, reading: found.reading };
    }
  }
  return undefined;
};

/** Whether a digest begins with what the header has of it; in constant time, as signatures are compared. */
const createComparison = (given: string): ((digest: string) => boolean) => {
  const wanted = Buffer.from(given, 'latin1');
  // Thousands of digests are compared: two new buffers for each cost as much as a quarter of its HMAC.
  const computed = Buffer.alloc(wanted.length);
  return (digest) =>
    digest.length >= wanted.length &&
    computed.write(digest, 'latin1') === wanted.length &&
    timingSafeEqual(wanted, computed);
};

/** A refused signature. `accept`: the dialects taken, as verifyRequest has them, where they are known. */
interface RefusedSignature extends SignatureQuestion {
  readonly accept?: readonly string[];
}

/** Finds out why a signature is not accepted; explainSignature, or what a test has instead. */
export type Explain = (question: SignatureQuestion) => SignatureExplanation;

/** What there is to say about a signature that a platform refused (section 5). */
export const diagnoseSignature = (
  { accept = [], ...question }: RefusedSignature,
  explain: Explain = explainSignature,
): ExchangeExplanation => {
  const told = explain(question);
  if (!told.valid) {
    // Without the whole strings: the body is kept beside it.
    const { mistake, field, sentence, remedy, difference } = told;
    return { ...{ mistake, sentence, remedy }, field, difference };
  }
  const [first = 'NAME'] = accept;
  const taken = accept.length === 0 ? 'other dialects' : accept.join(' or ');
  return {
    mistake: 'other-dialect',
    sentence: `The signature matches the body in the dialect ${told.dialect}; this platform accepts only ${taken}.`,
    remedy: `Sign the JSON as ${taken} writes it (walletproof sign --dialect ${first}), or set quirks.accept to any.`,
  };
};
