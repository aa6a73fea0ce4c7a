import { type BinaryLike, createHash, createHmac, hash as oneShot } from 'node:crypto';
import type { MistakeCode } from '../../spec/signature-mistakes.ts';
import { sign } from '../sign.ts';

/** A digest that a header may stand for, in lower-case hexadecimal. */
export interface HeaderReading {
  readonly digest: string;
  /** What is wrong with how it is written; absent where nothing is. */
  readonly mistake?: MistakeCode | undefined;
}

/** Longer headers hold no signature. */
const longest = 1024;

/** Every digest that the header may stand for, the likeliest first; none where it is no signature. */
export const readHeader = (header: string): readonly HeaderReading[] => {
  if (header.length > longest) return [];
  const literal = readBytesLiteral(header.trim());
  if (literal !== undefined) return [{ digest: literal, mistake: 'digest-decorated' }];
  const bare = header
    .trim()
    .replace(/^b?(['"])(.*)\1$/su, '$2')
    .trim();
  const dashless = bare.replace(/^0x/iu, '').replace(/[-:\s](?=[0-9a-f]{2})/giu, '');
  // As it is, and without what may be around or inside the digest.
  const coats: readonly (readonly [text: string, mistake?: MistakeCode])[] = [
    [header],
    [bare, 'digest-decorated'],
    [dashless, 'digest-decorated'],
    [bare.replace(/^[\w-]{1,20}[=: ]+(?=.)/u, ''), 'digest-prefix'],
  ];
  const different = coats.filter(([text], index) => coats.findIndex(([other]) => other === text) === index);
  return different.flatMap(([text, mistake]) => readDigest(text, mistake));
};

const readDigest = (text: string, mistake: MistakeCode | undefined): HeaderReading[] => {
  const digest = text.toLowerCase();
  if (isHex(text)) return [{ digest, mistake: mistake ?? (digest === text ? undefined : 'upper-case-digest') }];
  const bytes = readBase64(text);
  if (bytes === undefined) return [];
  const inner = bytes.toString('latin1');
  if (isHex(inner)) return [{ digest: inner.toLowerCase(), mistake: mistake ?? 'base64-hex' }];
  return [{ digest: bytes.toString('hex'), mistake: mistake ?? 'base64-digest' }];
};

const isHex = (text: string): boolean => /^(?:[0-9a-f]{2}){8,64}$/iu.test(text);

/** The bytes of base64 or base64url text, padded or not; undefined for any other text. */
const readBase64 = (text: string): Buffer | undefined => {
  if (!/^[\w+/-]{22,176}={0,2}$/u.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '');
  return bytes.toString('base64').replaceAll('=', '') === plain ? bytes : undefined;
};

const short: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\', "'": "'", '"': '"' };

/** The bytes of `str(digest)` in Python, such as `b'\xe0+'`, in hexadecimal; undefined for other text. */
const readBytesLiteral = (text: string): string | undefined => {
  const [, , inner] = /^b(['"])(.*)\1$/su.exec(text) ?? [];
  if (inner === undefined || !inner.includes('\\')) return undefined;
  const bytes = inner.replace(/\\(?:x([0-9a-f]{2})|(.))/gsu, (_all, hex?: string, char?: string) =>
    hex === undefined ? (short[char ?? ''] ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const digest = Buffer.from(bytes, 'latin1').toString('hex');
  return digest.length >= 16 && digest.length <= 128 ? digest : undefined;
};

/** A way to make a digest of what is signed, in lower-case hexadecimal. */
export interface Mac {
  readonly digest: (subject: string | Uint8Array) => string;
  /** Absent for HMAC-SHA256 under the token. */
  readonly mistake?: MistakeCode | undefined;
}

type Algorithm = readonly [name: string, mistake: MistakeCode | undefined];

const cut: Algorithm = ['sha256', 'digest-truncated'];

/** By the bytes of a digest. */
const algorithms: Readonly<Record<number, readonly Algorithm[]>> = {
  16: [['md5', 'hmac-md5'], cut],
  20: [['sha1', 'hmac-sha1'], cut],
  28: [['sha224', 'hmac-sha512'], cut],
  32: [['sha256', undefined]],
  48: [['sha384', 'hmac-sha512']],
  64: [['sha512', 'hmac-sha512']],
};

/** The algorithms that a digest of this length may come from; a shorter one may be cut off. */
const algorithmsOf = ({ digest }: HeaderReading): readonly Algorithm[] =>
  algorithms[digest.length / 2] ?? (digest.length < 64 ? [cut] : []);

/** The HMACs under the token that the lengths of the readings allow. */
export const rightMacs = (readings: readonly HeaderReading[], token: string): readonly Mac[] =>
  [...new Set(readings.flatMap(algorithmsOf))].map(([algorithm, mistake]) => ({
    digest: (subject) => hmac(algorithm, token, subject),
    mistake,
  }));

const hmac = (algorithm: string, key: string | Uint8Array, subject: string | Uint8Array): string =>
  algorithm === 'sha256' && typeof key === 'string' && typeof subject === 'string'
    ? sign(subject, key)
    : createHmac(algorithm, key).update(subject).digest('hex');

interface Tokens {
  readonly token: string;
  readonly otherTokens: readonly string[];
  readonly formerTokens: readonly string[];
}

/** HMAC-SHA256 under every key that is used by mistake; the id is that of the agent in the body. */
export const wrongKeys = (tokens: Tokens, agentId: string | undefined): readonly Mac[] => {
  const { token, otherTokens, formerTokens } = tokens;
  const bytes = Buffer.from(token);
  const hashes = ['md5', 'sha1', 'sha256', 'sha512'].map((name) => createHash(name).update(token).digest());
  // PHP leaves out what is no base64, and does not know base64url.
  const base64OfPhp = token.replace(/[^\w+/]|_/gu, '');
  const keys: readonly (readonly [MistakeCode, ...(string | Uint8Array)[]])[] = [
    ['former-token', ...formerTokens],
    ['other-agent-token', ...otherTokens],
    ['key-newline', `${token}\n`, `${token}\r\n`, `${token}\r`, `\n${token}`],
    ['key-whitespace', `${token} `, ` ${token}`, `${token}\t`, token.trim()],
    ['key-quoted', `"${token}"`, `'${token}'`],
    ['key-bearer', `Bearer ${token}`],
    ['key-letter-case', token.toUpperCase(), token.toLowerCase()],
    ['key-hashed', ...hashes.flatMap((hash) => [hash.toString('hex'), hash])],
    ['key-encoded', bytes.toString('hex'), bytes.toString('base64')],
    ['key-empty', ''],
    ['key-undefined', 'undefined', 'null', 'None', 'nil', 'false'],
    ['key-decoded', Buffer.from(token, 'hex'), Buffer.from(token, 'base64'), Buffer.from(base64OfPhp, 'base64')],
    ['key-agent-id', ...(agentId === undefined ? [] : [agentId])],
  ];
  return keys.flatMap(([mistake, ...of]) =>
    of
      .filter((key) => key !== token)
      .map((key) => ({ mistake, digest: (subject: string | Uint8Array) => hmac('sha256', key, subject) })),
  );
};

/** Hashes that are no HMAC of the string under the token, for the algorithms of the header. */
export const wrongMacs = (readings: readonly HeaderReading[], token: string): readonly Mac[] => {
  const byName = new Map(readings.flatMap(algorithmsOf));
  return Array.from(byName, ([algorithm, ofLength]) => {
    const hash = (...parts: readonly (string | Uint8Array)[]): Buffer =>
      oneShot(algorithm, Buffer.concat(parts.map((part) => Buffer.from(part))), 'buffer');
    const keyed = (key: BinaryLike, text: BinaryLike): Buffer => createHmac(algorithm, key).update(text).digest();
    const ways: readonly (readonly [MistakeCode, (subject: string | Uint8Array) => Buffer])[] = [
      ['sha256-concat', (subject) => hash(subject, token)],
      ['sha256-concat', (subject) => hash(token, subject)],
      ['sha256-no-key', (subject) => hash(subject)],
      ['key-message-swapped', (subject) => keyed(subject, token)],
      ['sha256-concat', (subject) => hash(subject, ':', token)],
      ['sha256-concat', (subject) => hash(subject, '|', token)],
      ['sha256-concat', (subject) => hash(token, subject, token)],
      ['double-hash', (subject) => keyed(token, hash(subject))],
      ['double-hash', (subject) => keyed(token, hash(subject).toString('hex'))],
      ['double-hash', (subject) => hash(keyed(token, subject).toString('hex'))],
      ['double-hash', (subject) => hash(hash(subject).toString('hex'), token)],
    ];
    return ways.map(([mistake, digest]) => ({
      mistake: ofLength ?? mistake,
      digest: (subject: string | Uint8Array) => digest(subject).toString('hex'),
    }));
  }).flat();
};
