import type { MistakeCode } from '../../../spec/signature-mistakes.ts';

/** A way to make a digest of what is signed, in lower-case hexadecimal. */
export interface Mac {
  readonly digest: (subject: string | Uint8Array) => string;
  /** Absent for HMAC-SHA256 under the token. */
  readonly mistake?: MistakeCode;
}
