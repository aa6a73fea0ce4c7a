import type { MistakeCode } from '../../spec/signature-mistakes.ts';
import type { Mac } from './macs/mac.ts';
import type { Situation } from './situation.ts';

/** Something that the agent may have signed, and the mistake that it would be. */
export interface Attempt {
  readonly subject: string | Uint8Array;
  /** Absent where the string is the right one, and only `mac` is wrong. */
  readonly mistake?: MistakeCode;
  readonly field?: string;
  /** How it was signed; absent: by the HMAC that the header's length tells. */
  readonly mac?: Mac;
}

/** The attempts of one kind of mistake, the likeliest first. */
export type Stage = (situation: Situation) => Iterable<Attempt>;
