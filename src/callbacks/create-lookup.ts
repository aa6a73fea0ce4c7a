import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isNearAddress } from './is-near-address.ts';

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
  readonly lookup?: LookupAll | undefined;
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
export const describePublic = (hostname: string, address?: string): string => {
  const where = address === undefined || address === hostname ? '' : ` (${address})`;
  return `${hostname}${where} is neither this machine nor in a private network`;
};
