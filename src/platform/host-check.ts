import type { RequestHandler } from 'express';
import type { Configuration } from '../formats/configuration.ts';
import { hostNameOf, isLoopbackName, shownHost, writtenHostName } from '../spec/host-name.ts';

/** Whether agents and players are answered under a Host header. */
export type HostCheck = (header: string | undefined) => boolean;

/**
 * Any host where `hosts` is not configured: agents in containers use names that nobody foresees.
 * Else these names, those of the dashboard, of this machine, and of the links that are given out.
 */
export const createHostCheck = (
  { hosts, admin }: Pick<Configuration, 'hosts' | 'admin'>,
  baseUrl: () => string,
): HostCheck => {
  if (hosts === undefined) return () => true;
  const named = new Set([...hosts, ...admin.hosts].map(writtenHostName));
  return (header) => {
    const name = hostNameOf(header);
    if (name === undefined) return false;
    return named.has(name) || isLoopbackName(name) || name === hostNameOf(hostIn(baseUrl()));
  };
};

/** Empty while nothing listens yet. */
const hostIn = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Which host came, and what to do. */
export const hostRefusal = (header: string | undefined): string =>
  `This platform does not answer as ${shownHost(header)}: add the name to hosts in the configuration of walletproof, or use one that is there.`;

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
