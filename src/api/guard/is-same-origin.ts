import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request comes from a page of ours, or from no page at all: curl sends neither Origin
 * nor Sec-Fetch-Site, a browser sends what its page cannot change.
 */
export const isSameOrigin = (headers: IncomingHttpHeaders): boolean => {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || isOriginOf(origin, host);
};

const isOriginOf = (origin: string, host: string | undefined): boolean =>
  host !== undefined &&
  /^https?:\/\//.test(origin) &&
  origin.replace(/^https?:\/\//, '') === host.toLowerCase();
