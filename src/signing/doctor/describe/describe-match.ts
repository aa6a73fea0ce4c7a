import type { MistakeCode } from '../../../spec/signature-mistakes.ts';
import { signatureMistakes } from '../../../spec/signature-mistakes.ts';
import type { Match } from '../find-match.ts';
import type { SignatureDiagnosis, SignatureDifference } from '../signature-explanation.ts';
import type { Situation } from '../situation.ts';
import { firstDifference } from './first-difference.ts';
import { hideTokens } from './hide-tokens.ts';
import { nearestText } from './nearest-text.ts';

/** What was found, in a sentence: the mistake, its place, and what else is wrong. */
export const describeMatch = (match: Match, situation: Situation): SignatureDiagnosis => {
  const { field } = match.attempt;
  const [mistake = 'unknown', ...others] = mistakesOf(match);
  const hidden = (text: string): string =>
    hideTokens(text, [situation.token, ...situation.otherTokens]);
  const { subject } = match.attempt;
  const signed = typeof subject === 'string' ? subject : undefined;
  const expected = hidden(nearestText(signed ?? '', situation.accepted));
  const shown = signed === undefined || isTelling(mistake, situation) ? undefined : hidden(signed);
  const difference = shown === undefined ? undefined : firstDifference(shown, expected);
  return {
    mistake,
    ...(field === undefined ? {} : { field }),
    sentence: sentenceOf([mistake, ...others], field, difference),
    remedy: filled(signatureMistakes[mistake].remedy, field),
    expected,
    ...(shown === undefined ? {} : { matched: shown }),
    ...(difference === undefined ? {} : { difference }),
  };
};

/** The key or algorithm first, then what was signed, then how the digest is written. */
const mistakesOf = ({ mac, attempt, reading }: Match): MistakeCode[] => {
  const isCut = mac.mistake === 'digest-truncated';
  const all = isCut
    ? [attempt.mistake, mac.mistake, reading.mistake]
    : [mac.mistake, attempt.mistake, reading.mistake];
  return all.filter((mistake) => mistake !== undefined);
};

/** Whether the text holds a token that is too short to be hidden. */
const isTelling = (mistake: MistakeCode, { token }: Situation): boolean =>
  token.length < 4 && (mistake === 'token-in-text' || mistake === 'field-added');

const filled = (text: string, field: string | undefined): string =>
  text.replaceAll('{field}', () => field ?? 'a field');

const sentenceOf = (
  [mistake, ...others]: readonly [MistakeCode, ...MistakeCode[]],
  field: string | undefined,
  difference: SignatureDifference | undefined,
): string => {
  const sentences = [mistake, ...others].map((code) =>
    filled(signatureMistakes[code].sentence, field),
  );
  return difference === undefined
    ? sentences.join(' ')
    : [...sentences, placeOf(difference)].join(' ');
};

const placeOf = ({ byte, signed, expected }: SignatureDifference): string =>
  `Byte ${byte}: you signed ${quoted(signed)}, this body serialises as ${quoted(expected)}.`;

const quoted = (text: string): string => (text === '' ? 'nothing' : `\`${text}\``);
