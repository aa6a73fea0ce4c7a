import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { AdminAccess } from '../formats/configuration.ts';
import { Refusal, refuse } from './refusal.ts';

/** Headers, and the Host, of the page and the API alike. */
export const createGuard =
  ({ hosts }: Pick<AdminAccess, 'hosts'>): RequestHandler =>
  (request, response, next) => {
    response.set(guardHeaders);
    if (isHostAllowed(request.headers.host, hosts)) next();
    else refuse(response, 403, strangeHost(request));
  };

const strangeHost = ({ headers }: Request) => ({
  error: 'host_not_allowed',
  message: `This platform does not answer as ${shown(headers.host)}: another site could pretend to be it.`,
  remedy:
    'Open it as localhost or 127.0.0.1, or add the host to admin.hosts in the configuration of walletproof serve.',
});

const shown = (host: string | undefined): string =>
  host === undefined ? 'a host without a name' : JSON.stringify(host.slice(0, 100));

const hostPattern = /^(?<name>\[[0-9a-f:]+\]|[^\s:@[\]/]+)(?::\d{1,5})?$/i;

/**
 * Whether a Host header names this machine, by a name that no stranger's DNS can point here: a
 * loopback address, `localhost`, or one of the configured names. The port is free.
 */
const isHostAllowed = (header: string | undefined, configured: readonly string[]): boolean => {
  const name = hostPattern.exec(header ?? '')?.groups?.['name']?.toLowerCase();
  if (name === undefined) return false;
  return (
    name === 'localhost' ||
    name === '[::1]' ||
    isIpv4Loopback(name) ||
    configured.some((host) => host.toLowerCase() === name)
  );
};

const isIpv4Loopback = (name: string): boolean =>
  /^127(?:\.\d{1,3}){3}$/.test(name) && name.split('.').every((part) => Number(part) <= 255);

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of everything here: nothing is fetched from elsewhere, and nobody frames it. */
const guardHeaders = {
  ...common,
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': pagePolicy,
} as const;

/**
 * Headers of a report, which our own page shows in a frame. It holds what agents said, and has
 * scripts: the sandbox gives it an origin of its own, which may not call the admin API.
 */
export const reportHeaders = {
  ...common,
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': "sandbox allow-scripts allow-popups; frame-ancestors 'self'",
} as const;

/** Lets those in who are on this machine, and those who hold the key; headers of proxies are not believed. */
export const createEntry =
  (keyring: Keyring | undefined): RequestHandler =>
  (request, response, next) => {
    if (isLoopback(request.socket.remoteAddress) || keyring?.holdsKey(request.headers)) next();
    else turnAway(response, keyring);
  };

const turnAway = (response: Response, keyring: Keyring | undefined): void => {
  if (keyring === undefined) refuse(response, 403, noToken);
  else refuse(response.set('www-authenticate', 'Bearer'), 401, tokenNeeded);
};

const noToken = {
  error: 'remote_not_allowed',
  message: 'The admin API is for this machine only: no admin token is configured.',
  remedy:
    'Set admin.token in the configuration of walletproof serve, or come from the machine that it runs on.',
};

const tokenNeeded = {
  error: 'token_required',
  message: 'From another machine the admin API needs the admin token.',
  remedy:
    'Send Authorization: Bearer TOKEN, or POST /__admin/login {"token": "TOKEN"} for a cookie.',
};

/** Whether the address of a socket is this machine's own; an IPv4 one may come in IPv6's clothes. */
const isLoopback = (address: string | undefined): boolean =>
  address !== undefined &&
  (address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address));

/** Throws a Refusal for what the page of another site asks. */
export const demandSameOrigin = (headers: IncomingHttpHeaders): void => {
  if (isSameOrigin(headers)) return;
  throw new Refusal(403, {
    error: 'origin_not_allowed',
    message: 'This request was made by the page of another site.',
    remedy: 'Use the dashboard of this platform, or a program that is no browser.',
  });
};

/**
 * Whether a request comes from a page of ours, or from no page at all: curl sends neither Origin
 * nor Sec-Fetch-Site, a browser sends what its page cannot change.
 */
const isSameOrigin = (headers: IncomingHttpHeaders): boolean => {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || isOriginOf(origin, host);
};

const isOriginOf = (origin: string, host: string | undefined): boolean =>
  host !== undefined &&
  /^https?:\/\//.test(origin) &&
  origin.replace(/^https?:\/\//, '') === host.toLowerCase();

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
