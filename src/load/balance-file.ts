import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type BalanceHeader,
  balanceLines,
  type OpeningBalance,
  type OpeningBalances,
  parseOpeningBalances,
} from '../formats/opening-balances.ts';
import { usageError, WalletproofError } from '../spec/walletproof-error.ts';

/** Makes the file of opening balances, and its folder: who reads it can give back what a load has moved. */
export const createBalanceFile = async (path: string, header: Omit<BalanceHeader, 'kind'>): Promise<void> => {
  const { origin, pathname } = new URL(header.callbackUrl);
  const first: BalanceHeader = { ...header, kind: 'load-balances', callbackUrl: `${origin}${pathname}` };
  try {
    await mkdir(dirname(path), { recursive: true });
    // One that is there already is of a load that was not given back.
    await writeFile(path, balanceLines([first]), { flag: 'wx', flush: true });
  } catch (cause) {
    throw cannotKeep(path, cause);
  }
};

const cannotKeep = (path: string, cause: unknown): WalletproofError => {
  const isThere = (cause as NodeJS.ErrnoException).code === 'EEXIST';
  return isThere
    ? usageError(
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

/** Adds accounts to such a file; several threads do so at once. */
export class BalanceFile {
  readonly #path: string;
  #file: FileHandle | undefined;
  #waiting: OpeningBalance[] = [];
  #last = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves once the account would survive the end of this process: with all that come meanwhile. */
  append(account: OpeningBalance): Promise<void> {
    this.#waiting.push(account);
    this.#next ??= this.#last.then(async () => await this.#write());
    this.#last = this.#next;
    return this.#next;
  }

  async close(): Promise<void> {
    await this.#last.catch(() => undefined);
    await this.#file?.close();
  }

  async #write(): Promise<void> {
    this.#next = undefined;
    const accounts = this.#waiting.splice(0);
    this.#file ??= await open(this.#path, 'a');
    await this.#file.appendFile(balanceLines(accounts));
    await this.#file.datasync();
  }
}

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
    throw usageError(`cannot read ${path}: ${cause.message}`, remedy, { cause });
  });
  return parseOpeningBalances(whole, path);
};
