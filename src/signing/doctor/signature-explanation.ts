import type { MistakeCode } from '../../spec/signature-mistakes.ts';

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

export interface SignatureDifference {
  /** Counted from 1, in UTF-8. */
  readonly byte: number;
  readonly signed: string;
  readonly expected: string;
}
