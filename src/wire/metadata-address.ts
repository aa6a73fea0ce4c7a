import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/**
 * Whether clouds tell a machine about itself at this IP address, its credentials among it: also
 * where an IPv6 address is another spelling of an IPv4 one. Nobody runs an agent there, and whoever
 * could have a callback sent there would read the answer in the journal.
 */
export const isMetadataAddress = (address: string): boolean => {
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
