import { isIP } from 'node:net';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { TargetPolicy } from './create-lookup.ts';
import { createLookup, describePublic, forbiddenTarget } from './create-lookup.ts';
import { isNearAddress } from './is-near-address.ts';

/**
 * Why callbacks to this URL would be refused; undefined when they would not. A name that cannot be
 * resolved is no reason: the courier reports it as unreachable.
 */
export const checkTarget = async (
  url: string,
  policy: TargetPolicy,
): Promise<WalletproofError | undefined> => {
  const target = parseTarget(url);
  if (target === undefined) {
    return new WalletproofError(
      'target',
      `${url} is not a URL that callbacks can be sent to.`,
      'Give the whole address, such as http://127.0.0.1:8080/callback.',
    );
  }
  const reason = publicLiteral(target, policy) ?? (await publicName(target, policy));
  if (reason === undefined) return undefined;
  return new WalletproofError(
    'target',
    `${reason}.`,
    'Callbacks move money: with --allow-public-target they are sent there all the same.',
  );
};

/** An http or https URL; undefined where the text is none. */
export const parseTarget = (url: string): URL | undefined => {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  return target !== undefined && /^https?:$/.test(target.protocol) ? target : undefined;
};

/** The host of a URL as `net` takes it: an IPv6 address without brackets. */
const hostOf = (target: URL): string => target.hostname.replace(/^\[(.*)\]$/, '$1');

/** Why the IP address in a URL is refused. The URL parser has undone octal, hex and short forms. */
export const publicLiteral = (target: URL, policy: TargetPolicy): string | undefined => {
  const host = hostOf(target);
  if (policy.allowPublicTarget || isIP(host) === 0 || isNearAddress(host)) return undefined;
  return describePublic(host);
};

const publicName = (target: URL, policy: TargetPolicy): Promise<string | undefined> => {
  const host = hostOf(target);
  if (isIP(host) !== 0) return Promise.resolve(undefined);
  const lookup = createLookup(policy);
  return new Promise((resolve) => {
    lookup(host, { all: true }, (error) => {
      resolve(error?.code === forbiddenTarget ? error.message : undefined);
    });
  });
};
