import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Dialect } from './dialect.ts';
import { dialects, findDialect } from './dialects.ts';

/** The dialect of that name. Throws a WalletproofError that lists the names where there is none. */
export const demandDialect = (name: string): Dialect => {
  const dialect = findDialect(name);
  if (dialect !== undefined) return dialect;
  const names = dialects.map((known) => known.name).join(', ');
  throw new WalletproofError('usage', `No dialect is called ${name}.`, `Use one of ${names}.`);
};
