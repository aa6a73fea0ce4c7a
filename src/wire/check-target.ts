import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { shownUrl } from '../text/shown-url.ts';
import { isMetadataAddress } from './metadata-address.ts';

/**
 * Why callbacks to this URL would be refused; undefined when they would not. A name that cannot be
 * resolved is no reason: the courier reports it as unreachable.
 */
export const checkTarget = async (url: string, policy: TargetPolicy): Promise<WalletproofError | undefined> => {
  const target = parseTarget(url);
  if (target === undefined) {
    return new WalletproofError(
      'target',
      `${shownUrl(url)} is not a URL that callbacks can be sent to.`,
      'Give the whole address, such as http://127.0.0.1:8080/callback.',
    );
  }
  const forbidden = forbiddenLiteral(target, policy) ?? (await forbiddenName(target, policy));
  if (forbidden === undefined) return undefined;
  return new WalletproofError('target', `${forbidden.reason}.`, forbidden.remedy);
};

/** An http or https URL; undefined where the text is none. */
export const parseTarget = (url: string): URL | undefined => {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  return target !== undefined && /^https?:$/.test(target.protocol) ? target : undefined;
};

/** The host of a URL as `net` takes it: an IPv6 address without brackets. */
const hostOf = (target: URL): string => target.hostname.replace(/^\[(.*)\]$/, '$1');

/** Why nothing is sent to a target. */
interface Forbidden {
  /** A sentence without its full stop. */
  readonly reason: string;
  readonly remedy: string;
}

/** Why the IP address in a URL is refused. The URL parser has undone octal, hex and short forms. */
export const forbiddenLiteral = (target: URL, policy: TargetPolicy): Forbidden | undefined => {
  const host = hostOf(target);
  return isIP(host) === 0 || mayConnect(host, policy) ? undefined : forbiddenAt(host, host);
};

const forbiddenName = (target: URL, policy: TargetPolicy): Promise<Forbidden | undefined> => {
  const host = hostOf(target);
  if (isIP(host) !== 0) return Promise.resolve(undefined);
  const lookup = createLookup(policy);
  return new Promise((resolve) => {
    lookup(host, { all: true }, (error) => {
      resolve(error instanceof ForbiddenAddress ? error.forbidden : undefined);
    });
  });
};

/** Metadata of a cloud is nobody's agent, whatever else is allowed. */
const mayConnect = (address: string, { allowPublicTarget }: TargetPolicy): boolean =>
  allowPublicTarget ? !isMetadataAddress(address) : isNearAddress(address);

const forbiddenAt = (hostname: string, address: string): Forbidden => {
  const where = address === hostname ? hostname : `${hostname} (${address})`;
  return isMetadataAddress(address)
    ? { reason: `${where} is where clouds keep the credentials of a machine`, remedy: notThere }
    : { reason: `${where} is neither this machine nor in a private network`, remedy: allowIt };
};

const notThere = 'Give the address of the agent: nothing is sent there, even with --allow-public-target.';

const allowIt = 'Callbacks move money: with --allow-public-target they are sent there all the same.';

/** Every address of a name, as `dns.lookup` gives them. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface TargetPolicy {
  /** False: only this machine and private networks. */
  readonly allowPublicTarget: boolean;
  /** The system's resolver when absent. */
  readonly lookup?: LookupAll;
}

/** The code of the error for a name without an address that may be connected to. */
export const forbiddenTarget = 'FORBIDDEN_TARGET';

/**
 * A resolver that gives only addresses that may be connected to. The connection uses the very
 * addresses that were checked, so that a name cannot mean one host now and another later.
 */
export const createLookup = (policy: TargetPolicy): LookupFunction => {
  const { lookup = systemLookup } = policy;
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const allowed = addresses.filter(({ address }) => mayConnect(address, policy));
      const [first] = allowed;
      if (first === undefined) return callback(forbiddenBy(hostname, addresses), []);
      if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
};

/** A name has no address that may be connected to. */
class ForbiddenAddress extends Error {
  readonly code = forbiddenTarget;
  readonly forbidden: Forbidden;

  constructor(forbidden: Forbidden) {
    super(forbidden.reason);
    this.name = 'ForbiddenAddress';
    this.forbidden = forbidden;
  }
}

const forbiddenBy = (hostname: string, addresses: readonly LookupAddress[]): ForbiddenAddress =>
  new ForbiddenAddress(forbiddenAt(hostname, addresses[0]?.address ?? hostname));

/**
 * Ranges that no stranger on the internet answers from. Not linkLocal: nobody runs an agent there,
 * and it is where clouds keep the credentials of a machine. Unspecified (0.0.0.0) is this machine.
 */
const nearRanges: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'carrierGradeNat',
  'unspecified',
]);

/**
 * Whether an IP address is of this machine or a private network; an IPv4-mapped one as its IPv4.
 * Metadata of a cloud is not, though some of it stands in private ranges.
 */
export const isNearAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const range = ipaddr.process(address).range();
  // Most agents are on this machine, and each callback asks.
  return range === 'loopback' || (nearRanges.has(range) && !isMetadataAddress(address));
};
