import { type BinaryLike, createHash, createHmac, hash as oneShot } from 'node:crypto';
import type { MistakeCode } from '../../spec/signature-mistakes.ts';
import { sign } from '../sign.ts';
import type { HeaderReading } from './read-header.ts';

/** A way to make a digest of what is signed, in lower-case hexadecimal. */
export interface Mac {
  readonly digest: (subject: string | Uint8Array) => string;
  /** Absent for HMAC-SHA256 under the token. */
  readonly mistake?: MistakeCode;
}

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
const algorithmsOf = ({ digest }: HeaderReading): readonly Algorithm[] => {
  const bytes = digest.length / 2;
  return byLength[bytes] ?? (bytes < 32 ? [cut] : []);
};

/** The HMACs under the token that the lengths of the readings allow. */
export const primaryMacs = (readings: readonly HeaderReading[], token: string): readonly Mac[] => {
  const algorithms = new Set(readings.flatMap(algorithmsOf));
  return [...algorithms].map(({ name, mistake }) => hmac({ key: token, algorithm: name, mistake }));
};

type NamedKey = readonly [key: string | Uint8Array, mistake: MistakeCode];

interface Keys {
  readonly token: string;
  readonly otherTokens: readonly string[];
  readonly formerTokens: readonly string[];
  /** As text; undefined where the body has none. */
  readonly agentId: string | undefined;
}

/** HMAC-SHA256 under every key that is used by mistake. */
export const keyMacs = ({ token, otherTokens, formerTokens, agentId }: Keys): readonly Mac[] => {
  const ofAgent: NamedKey[] = agentId === undefined ? [] : [[agentId, 'key-agent-id']];
  const keys: NamedKey[] = [
    ...formerTokens.map((former): NamedKey => [former, 'former-token']),
    ...otherTokens.map((other): NamedKey => [other, 'other-agent-token']),
    ...written(token),
    ...hashed(token),
    ...empties,
    ...decoded(token),
    ...ofAgent,
  ];
  return keys.filter(([key]) => key !== token).map(([key, mistake]) => hmac({ key, mistake }));
};

const written = (token: string): NamedKey[] => [
  [`${token}\n`, 'key-newline'],
  [`${token}\r\n`, 'key-newline'],
  [`${token}\r`, 'key-newline'],
  [`\n${token}`, 'key-newline'],
  [`${token} `, 'key-whitespace'],
  [` ${token}`, 'key-whitespace'],
  [`${token}\t`, 'key-whitespace'],
  [token.trim(), 'key-whitespace'],
  [`"${token}"`, 'key-quoted'],
  [`'${token}'`, 'key-quoted'],
  [`Bearer ${token}`, 'key-bearer'],
  [token.toUpperCase(), 'key-letter-case'],
  [token.toLowerCase(), 'key-letter-case'],
];

const hashed = (token: string): NamedKey[] => [
  ...['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm): NamedKey[] => {
    const hash = createHash(algorithm).update(token).digest();
    return [
      [hash.toString('hex'), 'key-hashed'],
      [hash, 'key-hashed'],
    ];
  }),
  [Buffer.from(token).toString('hex'), 'key-encoded'],
  [Buffer.from(token).toString('base64'), 'key-encoded'],
  [Buffer.from(token, 'utf16le'), 'key-encoded'],
];

const decoded = (token: string): NamedKey[] => [
  [Buffer.from(token, 'hex'), 'key-decoded'],
  [Buffer.from(token, 'base64'), 'key-decoded'],
  // PHP leaves out what is no base64, and does not know base64url.
  [Buffer.from(token.replace(/[^\w+/]|_/gu, ''), 'base64'), 'key-decoded'],
];

const empties: readonly NamedKey[] = [
  ['', 'key-empty'],
  ['undefined', 'key-undefined'],
  ['null', 'key-undefined'],
  ['None', 'key-undefined'],
  ['nil', 'key-undefined'],
  ['false', 'key-undefined'],
];

/** Hashes that are no HMAC of the string under the token, for the algorithms of the header. */
export const wrongMacs = (readings: readonly HeaderReading[], token: string): readonly Mac[] => {
  const algorithms = new Map(readings.flatMap(algorithmsOf).map(({ name, mistake }) => [name, mistake]));
  return Array.from(algorithms, ([name, mistake]) => macsOf(name, token, mistake)).flat();
};

type Parts = readonly (string | Uint8Array)[];

const macsOf = (algorithm: string, token: string, mistake: MistakeCode | undefined): Mac[] => {
  const hash = (...parts: Parts): Buffer => oneShot(algorithm, joined(parts), 'buffer');
  const keyed = (key: BinaryLike, subject: BinaryLike): Buffer => createHmac(algorithm, key).update(subject).digest();
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

/** Hashed at once, they cost half of what they do one after the other. */
const joined = (parts: Parts): string | Uint8Array =>
  parts.every((part) => typeof part === 'string')
    ? parts.join('')
    : Buffer.concat(parts.map((part) => Buffer.from(part)));

const mac = (digest: (subject: string | Uint8Array) => Buffer, mistake: MistakeCode): Mac => ({
  digest: (subject) => digest(subject).toString('hex'),
  mistake,
});

interface HmacOptions {
  readonly key: string | Uint8Array;
  readonly algorithm?: string;
  readonly mistake?: MistakeCode;
}

/** An HMAC under a key, SHA-256 where no other algorithm is named. */
const hmac = ({ key, algorithm = 'sha256', mistake }: HmacOptions): Mac => ({
  digest: (subject) =>
    algorithm === 'sha256' && typeof key === 'string' && typeof subject === 'string'
      ? sign(subject, key)
      : createHmac(algorithm, key).update(subject).digest('hex'),
  mistake,
});
