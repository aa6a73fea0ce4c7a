import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { WalletproofError } from '../spec/walletproof-error.ts';

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

/** The code of the error for a name that has public addresses only. */
export const forbiddenTarget = 'FORBIDDEN_TARGET';

/**
 * A resolver that gives only addresses that may be connected to. The connection uses the very
 * addresses that were checked, so that a name cannot mean one host now and another later.
 */
export const createLookup = ({
  allowPublicTarget,
  lookup = systemLookup,
}: TargetPolicy): LookupFunction => {
  const mayConnect = ({ address }: LookupAddress): boolean =>
    allowPublicTarget || isNearAddress(address);

  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const allowed = addresses.filter(mayConnect);
      const [first] = allowed;
      if (first === undefined) return callback(forbidden(hostname, addresses), []);
      if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
};

const forbidden = (hostname: string, addresses: readonly LookupAddress[]): NodeJS.ErrnoException =>
  Object.assign(new Error(describePublic(hostname, addresses[0]?.address)), {
    code: forbiddenTarget,
  });

/** Why a target is refused, without the remedy. */
const describePublic = (hostname: string, address?: string): string => {
  const where = address === undefined || address === hostname ? '' : ` (${address})`;
  return `${hostname}${where} is neither this machine nor in a private network`;
};

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

/** Whether an IP address is of this machine or a private network; an IPv4-mapped one as its IPv4. */
export const isNearAddress = (address: string): boolean =>
  ipaddr.isValid(address) && nearRanges.has(ipaddr.process(address).range());
