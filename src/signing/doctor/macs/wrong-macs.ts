import type { BinaryLike } from 'node:crypto';
import { createHash, createHmac } from 'node:crypto';
import type { MistakeCode } from '../../../spec/signature-mistakes.ts';
import type { HeaderReading } from '../header/read-header.ts';
import type { Mac } from './mac.ts';
import { algorithmsOf } from './primary-macs.ts';

/** Hashes that are no HMAC of the string under the token, for the algorithms of the header. */
export const wrongMacs = (readings: readonly HeaderReading[], token: string): readonly Mac[] => {
  const algorithms = new Map(
    readings.flatMap(algorithmsOf).map(({ name, mistake }) => [name, mistake]),
  );
  return Array.from(algorithms, ([name, mistake]) => macsOf(name, token, mistake)).flat();
};

type Parts = readonly (string | Uint8Array)[];

const macsOf = (algorithm: string, token: string, mistake: MistakeCode | undefined): Mac[] => {
  const hash = (...parts: Parts): Buffer => {
    const all = createHash(algorithm);
    for (const part of parts) all.update(part);
    return all.digest();
  };
  const keyed = (key: BinaryLike, subject: BinaryLike): Buffer =>
    createHmac(algorithm, key).update(subject).digest();
  return [
    mac((subject) => hash(subject, token), mistake ?? 'sha256-concat'),
    mac((subject) => hash(token, subject), mistake ?? 'sha256-concat'),
    mac((subject) => hash(subject), mistake ?? 'sha256-no-key'),
    mac((subject) => keyed(subject, token), mistake ?? 'key-message-swapped'),
    ...[':', '|', '.', '&', '\n'].map((joint) =>
      mac((subject) => hash(subject, joint, token), mistake ?? 'sha256-concat'),
    ),
    mac((subject) => hash(token, subject, token), mistake ?? 'sha256-concat'),
    mac((subject) => keyed(token, hash(subject)), mistake ?? 'double-hash'),
    mac((subject) => keyed(token, hash(subject).toString('hex')), mistake ?? 'double-hash'),
    mac((subject) => hash(keyed(token, subject)), mistake ?? 'double-hash'),
    mac((subject) => hash(keyed(token, subject).toString('hex')), mistake ?? 'double-hash'),
    mac((subject) => hash(hash(subject).toString('hex'), token), mistake ?? 'double-hash'),
  ];
};

const mac = (digest: (subject: string | Uint8Array) => Buffer, mistake: MistakeCode): Mac => ({
  digest: (subject) => digest(subject).toString('hex'),
  mistake,
});
