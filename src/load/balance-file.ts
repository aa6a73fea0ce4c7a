import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type BalanceHeader,
  balanceLines,
  type OpeningBalance,
  type OpeningBalances,
  parseOpeningBalances,
} from '../formats/opening-balances.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';

/** The file of opening balances: who reads it can give back what a load has moved. */
export interface BalanceFile {
  readonly path: string;
  /** Resolves once they would survive the end of this process. */
  append(accounts: readonly OpeningBalance[]): Promise<void>;
  /**
   * Removes it where no account is left, else leaves these alone in it; how many they are. Nothing is
   * appended any more.
   */
  leave(isLeft: (account: OpeningBalance) => boolean): Promise<number>;
}

/** Starts a file of opening balances; its folder is made. */
export const createBalanceFile = async (path: string, header: Omit<BalanceHeader, 'kind'>): Promise<BalanceFile> => {
  const { origin, pathname } = new URL(header.callbackUrl);
  const callbackUrl = `${origin}${pathname}`;
  const first: BalanceHeader = { ...header, kind: 'load-balances', callbackUrl };
  const file = await openNew(path).catch((cause: unknown) => {
    throw cannotKeep(path, cause);
  });
  const accounts: OpeningBalance[] = [];
  const write = async (values: Parameters<typeof balanceLines>[0]): Promise<void> => {
    await file.appendFile(balanceLines(values));
    await file.datasync();
  };
  await write([first]);
  let last = Promise.resolve();
  return {
    path,
    append: async (opened) => {
      accounts.push(...opened);
      last = last.then(async () => await write(opened));
      await last;
    },
    leave: async (isLeft) => {
      await file.close();
      const left = accounts.filter(isLeft);
      await leaveIn(path, { header: first, accounts: left });
      return left.length;
    },
  };
};

const openNew = async (path: string) => {
  await mkdir(dirname(path), { recursive: true });
  // One that is there already is of a load that was not given back.
  return await open(path, 'wx');
};

const cannotKeep = (path: string, cause: unknown): WalletproofError => {
  const isThere = (cause as NodeJS.ErrnoException).code === 'EEXIST';
  return isThere
    ? new WalletproofError(
        'usage',
        `${path} is there: a load with this nonce has not given everything back.`,
        `Give it back: walletproof load --settle ${path}; or choose another --nonce.`,
        { cause },
      )
    : new WalletproofError(
        'environment',
        `The opening balances cannot be kept in ${path}: ${cause instanceof Error ? cause.message : cause}.`,
        'Run it in a folder that you may write to: no money is moved before they are kept.',
        { cause },
      );
};

/** Removes the file where no account is left, else writes these alone: whole, or not at all. */
export const leaveIn = async (path: string, left: OpeningBalances): Promise<void> => {
  if (left.accounts.length === 0) return await rm(path, { force: true });
  const beside = `${path}.${process.pid}.new`;
  await writeFile(beside, balanceLines([left.header, ...left.accounts]));
  await rename(beside, path);
};

/** Reads such a file. Throws a WalletproofError where it cannot be read, or is none. */
export const readBalanceFile = async (path: string): Promise<OpeningBalances> => {
  const whole = await readFile(path, 'utf8').catch((cause: Error) => {
    const remedy = 'Give --settle the file that a load has left.';
    throw new WalletproofError('usage', `cannot read ${path}: ${cause.message}`, remedy, { cause });
  });
  return parseOpeningBalances(whole, path);
};
