import { createHmac } from 'node:crypto';
import type { MistakeCode } from '../../../spec/signature-mistakes.ts';
import { sign } from '../../sign.ts';
import type { Mac } from './mac.ts';

export interface HmacOptions {
  readonly key: string | Uint8Array;
  readonly algorithm?: string;
  readonly mistake?: MistakeCode;
}

/** An HMAC under a key, SHA-256 where no other algorithm is named. */
export const hmac = ({ key, algorithm = 'sha256', mistake }: HmacOptions): Mac => ({
  digest: (subject) =>
    algorithm === 'sha256' && typeof key === 'string' && typeof subject === 'string'
      ? sign(subject, key)
      : createHmac(algorithm, key).update(subject).digest('hex'),
  ...(mistake === undefined ? {} : { mistake }),
});
