import type { IncomingHttpHeaders } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { AdminAccess } from '../formats/configuration.ts';
import { hostNameOf, isLoopbackName, shownHost, writtenHostName } from '../spec/host-name.ts';
import { Refusal, refuse } from './refusal.ts';

/** Headers, and the Host, of the page and the API alike. */
export const createGuard = ({ hosts }: Pick<AdminAccess, 'hosts'>): RequestHandler => {
  const configured = new Set(hosts.map(writtenHostName));
  return (request, response, next) => {
    response.set(guardHeaders);
    if (isHostAllowed(request.headers.host, configured)) next();
    else refuse(response, 403, strangeHost(request));
  };
};

const strangeHost = ({ headers }: Request) => ({
  error: 'host_not_allowed',
  message: `This platform does not answer as ${shownHost(headers.host)}: another site could pretend to be it.`,
  remedy:
    'Open it as localhost or 127.0.0.1, or add the host to admin.hosts in the configuration of walletproof serve.',
});

/**
 * Whether a Host header names this machine, by a name that no stranger's DNS can point here: a
 * loopback address, `localhost`, or one of the configured names. The port is free.
 */
const isHostAllowed = (header: string | undefined, configured: ReadonlySet<unknown>): boolean => {
  const name = hostNameOf(header);
  return name !== undefined && (isLoopbackName(name) || configured.has(name));
};

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
  host !== undefined && /^https?:\/\//.test(origin) && origin.replace(/^https?:\/\//, '') === host.toLowerCase();
