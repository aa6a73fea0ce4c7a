import type { Request, RequestHandler } from 'express';
import type { AdminAccess } from '../../spec/configuration.ts';
import { refuse } from '../api/refuse.ts';
import { guardHeaders } from './guard-headers.ts';
import { isHostAllowed } from './is-host-allowed.ts';

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
