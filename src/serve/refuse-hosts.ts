import type { RequestHandler } from 'express';
import type { HostCheck } from '../platform/host-check.ts';
import { hostRefusal } from '../platform/host-check.ts';

/** Refuses players who come under a Host that is not allowed, in words that they can pass on. */
export const refuseHosts =
  (allowsHost: HostCheck): RequestHandler =>
  ({ headers }, response, next) => {
    if (allowsHost(headers.host)) next();
    else {
      response.set({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
      response
        .status(403)
        .type('text/plain')
        .send(`${hostRefusal(headers.host)}\n`);
    }
  };
