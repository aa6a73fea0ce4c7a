import { createHash } from 'node:crypto';
import type { MistakeCode } from '../../../spec/signature-mistakes.ts';
import { hmac } from './hmac.ts';
import type { Mac } from './mac.ts';

type Key = readonly [key: string | Uint8Array, mistake: MistakeCode];

export interface Keys {
  readonly token: string;
  readonly otherTokens: readonly string[];
  /** As text; undefined where the body has none. */
  readonly agentId: string | undefined;
}

/** HMAC-SHA256 under every key that is used by mistake. */
export const keyMacs = ({ token, otherTokens, agentId }: Keys): readonly Mac[] => {
  const ofAgent: Key[] = agentId === undefined ? [] : [[agentId, 'key-agent-id']];
  const keys: Key[] = [
    ...otherTokens.map((other): Key => [other, 'other-agent-token']),
    ...written(token),
    ...hashed(token),
    ...empties,
    ...decoded(token),
    ...ofAgent,
  ];
  return keys.filter(([key]) => key !== token).map(([key, mistake]) => hmac({ key, mistake }));
};

const written = (token: string): Key[] => [
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

const hashed = (token: string): Key[] => [
  ...['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm): Key[] => {
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

const decoded = (token: string): Key[] => [
  [Buffer.from(token, 'hex'), 'key-decoded'],
  [Buffer.from(token, 'base64'), 'key-decoded'],
  // PHP leaves out what is no base64, and does not know base64url.
  [Buffer.from(token.replace(/[^\w+/]|_/gu, ''), 'base64'), 'key-decoded'],
];

const empties: readonly Key[] = [
  ['', 'key-empty'],
  ['undefined', 'key-undefined'],
  ['null', 'key-undefined'],
  ['None', 'key-undefined'],
  ['nil', 'key-undefined'],
  ['false', 'key-undefined'],
];
