import { z } from 'zod';
import { usageError, type WalletproofError } from '../spec/walletproof-error.ts';
import { fields, type Made } from './schema.ts';

const { text, instant, decimal } = fields;

/** What is needed to call the agent again; never its token. */
const headerSchema = z.object({
  kind: z.literal('load-balances'),
  agentId: z.int(),
  /** Without user, password and query: they may be secrets. */
  callbackUrl: text,
  nonce: text,
  gameId: z.int(),
  dialect: text.optional(),
  startedAt: instant,
});

/** An account as it was found, before any money was moved. */
const accountSchema = z.object({
  playerId: text,
  username: text,
  currency: text,
  language: text,
  sessionId: text,
  balance: decimal,
});

export type BalanceHeader = Made<typeof headerSchema>;
export type OpeningBalance = Made<typeof accountSchema>;

/** The opening balances of a load: `load --settle` gives them back. JSON lines, the header first. */
export interface OpeningBalances {
  readonly header: BalanceHeader;
  readonly accounts: readonly OpeningBalance[];
}

/** How it is written: line after line, as accounts are opened. */
export const balanceLines = (values: readonly (BalanceHeader | OpeningBalance)[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

/**
 * Reads such a file. Throws a usage error where it is none. A last line that was not written whole is
 * left out: its account was not moved yet.
 */
export const parseOpeningBalances = (whole: string, file: string): OpeningBalances => {
  const [first = '', ...rest] = whole.split('\n');
  const header = headerSchema.safeParse(parsed(first));
  if (!header.success) throw noSuchFile(file);
  const accounts = new Map<string, OpeningBalance>();
  for (const [n, line] of rest.slice(0, -1).entries()) {
    const account = accountSchema.safeParse(parsed(line));
    if (!account.success) throw brokenLine(file, n + 2);
    const key = JSON.stringify([account.data.playerId, account.data.currency]);
    // What was found first was found before any money was moved.
    if (!accounts.has(key)) accounts.set(key, account.data);
  }
  return { header: header.data, accounts: [...accounts.values()] };
};

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

const noSuchFile = (file: string): WalletproofError =>
  usageError(
    `${file} is no file of opening balances: its first line does not say so.`,
    'Give --settle the file that a load has left, such as .walletproof/load-<nonce>.jsonl.',
  );

const brokenLine = (file: string, line: number): WalletproofError =>
  usageError(
    `${file}:${line} is no account with its opening balance.`,
    'Take that line out: the accounts of all other lines are given back.',
  );
