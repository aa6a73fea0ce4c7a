import type { MistakeCode } from '../../spec/signature-mistakes.ts';
import { signatureMistakes } from '../../spec/signature-mistakes.ts';
import type { MistakeExplanation } from './explanation.ts';

/** A mistake in signing, as the closed list has it. */
export const explainMistake = (code: MistakeCode): MistakeExplanation => {
  const { sentence, remedy } = signatureMistakes[code];
  const commands = [
    'walletproof explain body.json --signature HEX --token TOKEN',
    'walletproof sign body.json --token TOKEN --json',
  ];
  return { kind: 'mistake', code, sentence: general(sentence), remedy: general(remedy), commands };
};

/** A text of the list without the field of a request. */
const general = (text: string): string => text.replaceAll('{field}', 'FIELD');
