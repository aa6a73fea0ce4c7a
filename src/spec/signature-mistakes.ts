import { headerMistakes } from './signature-mistakes/header-mistakes.ts';
import { keyMistakes } from './signature-mistakes/key-mistakes.ts';
import type { MistakeRecord } from './signature-mistakes/mistake-record.ts';
import { orderMistakes } from './signature-mistakes/order-mistakes.ts';
import { textMistakes } from './signature-mistakes/text-mistakes.ts';
import { valueMistakes } from './signature-mistakes/value-mistakes.ts';

/** The closed list of mistakes in signing (section 5). Reports and tests hang on the codes. */
export const signatureMistakes = {
  ...headerMistakes,
  ...keyMistakes,
  ...orderMistakes,
  ...valueMistakes,
  ...textMistakes,
  unknown: {
    sentence: 'The signature is not of this body under this token, in any way that is known.',
    remedy:
      'Check that the token belongs to this agent_id, and compare what you sign with the expected string, byte for byte.',
  },
} as const satisfies Record<string, MistakeRecord>;

export type MistakeCode = keyof typeof signatureMistakes;
