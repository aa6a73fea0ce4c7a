import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostNameOf } from '../spec/host-name.ts';
import { createTokenGuesses } from './token-guesses.ts';

/** Who may use the admin API where a token is asked for. */
export interface Keyring {
  /** Whether a request carries the token, or the cookie that it was exchanged for. */
  admit(request: IncomingMessage): Admission;
  /** Whether it is the token; the value of Set-Cookie if so. */
  logIn(request: IncomingMessage, token: string): Admission<{ readonly cookie: string }>;
}

export type Admission<Admitted = unknown> =
  | ({ readonly kind: 'admitted' } & Admitted)
  /** Nothing was shown that could be the token. */
  | { readonly kind: 'no token' }
  | { readonly kind: 'wrong' }
  /** Too many were wrong: whether this one is right was not looked at. */
  | { readonly kind: 'locked'; readonly waitMs: number };

interface KeyringOptions {
  readonly token: string;
  /** Unix milliseconds; the clock of the machine, which nobody moves. */
  readonly now: () => number;
  /** Where others reach the platform. */
  readonly baseUrl: () => string;
}

/** The keyring of an admin token. The cookie is not the token, and ends with the process. */
export const createKeyring = ({ token, now, baseUrl }: KeyringOptions): Keyring => {
  const { isSame, digest } = createComparison();
  const pass = digest(`cookie of ${token}`).toString('hex');
  const guesses = createTokenGuesses(now);

  const guess = (request: IncomingMessage, given: string): Admission => {
    const address = request.socket.remoteAddress ?? '';
    const waitMs = guesses.waitMs(address);
    // Not even the right one is told from others: else the lock would go on answering guesses.
    if (waitMs > 0) return { kind: 'locked', waitMs };
    if (isSame(given, token)) return { kind: 'admitted' };
    guesses.noteWrong(address);
    return { kind: 'wrong' };
  };

  return {
    admit: (request) => {
      // A cookie is too long to be guessed: a wrong one is of an earlier process, and counts nothing.
      const isKnown = cookiesOf(request).map((given) => isSame(given, pass));
      if (isKnown.includes(true)) return { kind: 'admitted' };
      const bearer = bearerOf(request);
      return bearer === undefined ? { kind: 'no token' } : guess(request, bearer);
    },
    logIn: (request, given) => {
      const admission = guess(request, given);
      if (admission.kind !== 'admitted') return admission;
      const secure = isOverTls(request, baseUrl()) ? '; Secure' : '';
      const attributes = `Path=/; HttpOnly; SameSite=Strict${secure}`;
      return { kind: 'admitted', cookie: `${cookieName(request)}=${pass}; ${attributes}` };
    },
  };
};

/** Digests have one length, and comparing them tells nothing of what was guessed right. */
const createComparison = () => {
  const secret = randomBytes(32);
  const digest = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  return {
    digest,
    isSame: (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted)),
  };
};

const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];

/** Browsers keep one cookie of a name for all ports of a host: each instance has its own name. */
const cookieName = ({ socket }: IncomingMessage): string => `walletproof_admin_${socket.localPort ?? 0}`;

/** The values of our cookie: several where a stranger on the same host has set one too. */
const cookiesOf = (request: IncomingMessage): string[] => {
  const start = `${cookieName(request)}=`;
  return (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
};

/**
 * Whether the browser itself speaks TLS, perhaps to a proxy before us: a Secure cookie that it got
 * without would be lost. What a header makes up here harms the cookie of its sender alone.
 */
const isOverTls = ({ socket, headers }: IncomingMessage, baseUrl: string): boolean => {
  if ('encrypted' in socket || headers.origin?.startsWith('https://') === true) return true;
  if (headers['x-forwarded-proto'] === 'https') return true;
  if (!URL.canParse(baseUrl)) return false;
  const { protocol, host } = new URL(baseUrl);
  return protocol === 'https:' && hostNameOf(headers.host) === hostNameOf(host);
};
