import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Who may use the admin API from another machine. */
export interface Keyring {
  /** Whether a request carries the token, or the cookie that it was exchanged for. */
  holdsKey(headers: IncomingHttpHeaders): boolean;
  /** The value of Set-Cookie for the right token; undefined for any other. */
  cookieFor(token: string): string | undefined;
}

const cookieName = 'walletproof_admin';

/** The keyring of an admin token. The cookie is not the token, and ends with the process. */
export const createKeyring = (token: string): Keyring => {
  const secret = randomBytes(32);
  // Digests have one length, and comparing them tells nothing of what was guessed right.
  const digest = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  const isSame = (given: string, wanted: string): boolean =>
    timingSafeEqual(digest(given), digest(wanted));
  const pass = digest(`cookie of ${token}`).toString('hex');
  return {
    holdsKey: (headers) => {
      const bearer = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
      if (bearer !== undefined && isSame(bearer, token)) return true;
      return cookiesOf(headers.cookie).some((given) => isSame(given, pass));
    },
    cookieFor: (given) =>
      isSame(given, token) ? `${cookieName}=${pass}; Path=/; HttpOnly; SameSite=Strict` : undefined,
  };
};

/** The values of our cookie: several where a stranger on the same host has set one too. */
const cookiesOf = (header = ''): string[] =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .map((pair) => pair.slice(cookieName.length + 1));
