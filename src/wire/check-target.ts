import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { shownUrl } from '../base/shown.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';

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

/** Names that no public DNS has, and `localhost`. */
const nearName = /(?:^|\.)(?:localhost|local|internal|test)$/;

/**
 * Whether the host of a URL is told to be public: an IP address by its range, a name by its ending. Nobody is asked
 * where a name leads to; one without a dot is of a network of its own.
 */
export const isPublicHost = (target: URL): boolean => {
  const host = hostOf(target).replace(/\.$/, '');
  if (isIP(host) !== 0) return !isNearAddress(host) && ipaddr.process(host).range() !== 'linkLocal';
  return host.includes('.') && !nearName.test(host);
};

/**
 * Whether clouds tell a machine about itself at this IP address, its credentials among it: also
 * where an IPv6 address is another spelling of an IPv4 one. Nobody runs an agent there, and whoever
 * could have a callback sent there would read the answer in the journal.
 */
const isMetadataAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return [parsed, ...embeddedIn(parsed)].some(isListed);
};

/**
 * As the clouds document them, and cloud-init's data sources know them. 169.254.0.0/16 as a whole:
 * AWS, Azure, Google, Oracle, OpenStack, Scaleway and Tencent have different addresses in it.
 */
const metadataRanges = [
  '169.254.0.0/16',
  '100.100.100.200/32', // Alibaba
  '168.63.129.16/32', // Azure WireServer
  '192.0.0.192/32', // Oracle Classic
  'fd00:ec2::/32', // AWS: ::254, and ::23 for pods of EKS
  'fd20:ce::254/128', // Google
  'fd00:c1::a9fe:a9fe/128', // Oracle
  'fd00:42::42/128', // Scaleway
  'fd00:a9fe:a9fe::1/128', // Akamai
  'fd00:100::100:200/128', // Alibaba
  'fe80::a9fe:a9fe/128', // OpenStack
].map((range) => ipaddr.parseCIDR(range));

const isListed = (address: IPv4 | IPv6): boolean =>
  metadataRanges.some(([range, bits]) => isWithin(address, range, bits));

const isWithin = (address: IPv4 | IPv6, range: IPv4 | IPv6, bits: number): boolean =>
  address.kind() === range.kind() && address.match(range, bits);

const lastFour = [12, 13, 14, 15] as const;

/** IPv6 addresses that hold an IPv4 one, and which of their bytes are its own. */
const embeddings = (
  [
    ['::/96', [lastFour]], // IPv4-compatible, RFC 4291
    ['::ffff:0:0:0/96', [lastFour]], // IPv4-translated, RFC 2765
    ['64:ff9b::/96', [lastFour]], // NAT64, RFC 6052
    // NAT64 of a network of one's own, RFC 8215: any length of the prefix.
    ['64:ff9b:1::/48', [[6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], lastFour]],
    ['2002::/16', [[2, 3, 4, 5]]], // 6to4, RFC 3056
  ] as const
).map(([range, places]) => ({ range: ipaddr.parseCIDR(range), places }));

/** `ipaddr.process` has undone the IPv4-mapped spelling already. */
const embeddedIn = (address: IPv4 | IPv6): readonly IPv4[] => {
  if (address.kind() === 'ipv4') return [];
  const bytes = address.toByteArray();
  return embeddings
    .filter(({ range: [range, bits] }) => isWithin(address, range, bits))
    .flatMap(({ places }) =>
      places.map((place) => ipaddr.fromByteArray(place.map((index) => bytes[index] ?? 0)) as IPv4),
    );
};
