import { orderMistakes, textMistakes, valueMistakes } from './canonical-mistakes.ts';
import { headerMistakes, keyMistakes } from './key-mistakes.ts';

/** A mistake in signing, as the doctor explains it. `{field}` stands for the field that it is about. */
interface MistakeRecord {
  /** What the agent did, for any agent. */
  readonly sentence: string;
  /** The line to change. */
  readonly remedy: string;
}

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
