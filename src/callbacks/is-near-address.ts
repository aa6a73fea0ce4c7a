import ipaddr from 'ipaddr.js';

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
