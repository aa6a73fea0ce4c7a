import type { MistakeCode } from '../../../spec/signature-mistakes.ts';
import type { HeaderReading } from '../header/read-header.ts';
import { hmac } from './hmac.ts';
import type { Mac } from './mac.ts';

interface Algorithm {
  readonly name: string;
  readonly mistake?: MistakeCode;
}

const sha256: Algorithm = { name: 'sha256' };
const cut: Algorithm = { name: 'sha256', mistake: 'digest-truncated' };

const byLength: Readonly<Record<number, readonly Algorithm[]>> = {
  16: [{ name: 'md5', mistake: 'hmac-md5' }, cut],
  20: [{ name: 'sha1', mistake: 'hmac-sha1' }, cut],
  28: [{ name: 'sha224', mistake: 'hmac-sha512' }, cut],
  32: [sha256],
  48: [{ name: 'sha384', mistake: 'hmac-sha512' }],
  64: [{ name: 'sha512', mistake: 'hmac-sha512' }],
};

/** The algorithms that a digest of this length may come from; a shorter one may be cut off. */
export const algorithmsOf = ({ digest }: HeaderReading): readonly Algorithm[] => {
  const bytes = digest.length / 2;
  return byLength[bytes] ?? (bytes < 32 ? [cut] : []);
};

/** The HMACs under the token that the lengths of the readings allow. */
export const primaryMacs = (readings: readonly HeaderReading[], token: string): readonly Mac[] => {
  const algorithms = new Set(readings.flatMap(algorithmsOf));
  return [...algorithms].map(({ name, mistake }) =>
    hmac({ key: token, algorithm: name, ...(mistake === undefined ? {} : { mistake }) }),
  );
};
