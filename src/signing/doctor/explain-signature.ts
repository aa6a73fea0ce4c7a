import { JsonError } from '../../base/json.ts';
import { type MistakeCode, signatureMistakes } from '../../spec/signature-mistakes.ts';
import { describeMatch, describeValid, hideTokens, type SignatureExplanation, tokensOf } from './describe-match.ts';
import { findMatch, openMeter, type SearchResult } from './find-match.ts';
import { type Attempt, openSituation, type SignatureQuestion, type SignatureSituation } from './situation.ts';
import { stages, stagesOfLargeBody } from './stages/stages.ts';

/**
 * Whether a signature is right and in which dialect, or the likeliest mistake that leads to it
 * (section 5). Looks for one mistake at a time, within a budget. Pure; throws nothing, and no
 * token is in what it returns.
 */
export const explainSignature = (question: SignatureQuestion): SignatureExplanation => {
  const text = textOf(question.body);
  if (text.length > largest) return failure('unknown', tooLarge);
  const situation = situationOf(question, text);
  if (situation === undefined) return failure('body-not-json');
  if (situation.readings.length === 0) return failure('header-malformed', '', situation);
  const search = findMatch(attemptsOf(situation), situation, openMeter(question.budget));
  return explanationOf(search, situation);
};

/** Longer bodies, in characters, are not searched: a body of the contract has a few hundred. */
const largest = 65_536;
const tooLarge = 'The body is too large to be searched for a mistake.';
const stopped = 'The search reached its limit before every mistake was tried.';

const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);

const situationOf = (question: SignatureQuestion, text: string): SignatureSituation | undefined => {
  try {
    return openSituation(question, text);
  } catch (error) {
    if (error instanceof JsonError || error instanceof TypeError) return undefined;
    throw error;
  }
};

/** All that the agent may have signed, the likeliest first. */
export function* attemptsOf(situation: SignatureSituation): Generator<Attempt> {
  for (const subject of situation.accepted) yield { subject };
  const isLarge = situation.text.length > 8192;
  for (const stage of isLarge ? stagesOfLargeBody : stages) yield* stage(situation);
}

const explanationOf = (search: SearchResult, situation: SignatureSituation): SignatureExplanation => {
  if (search.kind !== 'found') {
    return failure('unknown', search.kind === 'stopped' ? stopped : '', situation);
  }
  const { attempt, mac, reading } = search.match;
  const isRight = [attempt.mistake, mac.mistake, reading.mistake].every((one) => one === undefined);
  return isRight && typeof attempt.subject === 'string'
    ? describeValid(attempt.subject, situation)
    : { valid: false, ...describeMatch(search.match, situation) };
};

const failure = (mistake: MistakeCode, reason = '', situation?: SignatureSituation): SignatureExplanation => {
  const { sentence, remedy } = signatureMistakes[mistake];
  const tokens = situation === undefined ? [] : tokensOf(situation);
  return {
    valid: false,
    mistake,
    sentence: reason === '' ? sentence : `${sentence} ${reason}`,
    remedy,
    expected: hideTokens(situation?.accepted[0] ?? '', tokens),
  };
};
