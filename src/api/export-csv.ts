import type { JournalRow } from '../journal/journal.ts';
import { exchangeRow } from './exchange-row.ts';

/** The fields of a row of the list, and what the ledger says. */
const columns = [
  ...['seq', 'id', 'startedAt', 'direction', 'kind', 'origin', 'agentId', 'playerId'],
  ...['sessionId', 'gameRoundId', 'transactionId', 'requestId', 'attempt', 'currency'],
  ...['bet', 'win', 'balance', 'expected', 'status', 'failure', 'error', 'durationMs'],
  ...['verdict', 'sentence'],
] as const;

export const csvHead = `${columns.join(',')}\r\n`;

/** What a line is made of. */
export const csvRecord = (row: JournalRow): Readonly<Record<string, unknown>> => {
  const { expected, sentence } = row.judgement ?? {};
  return { ...exchangeRow(row), expected, sentence };
};

/** A line as RFC 4180 has it. */
export const csvLine = (record: Readonly<Record<string, unknown>>): string =>
  `${columns.map((name) => cellOf(record[name])).join(',')}\r\n`;

const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** A table takes these for the beginning of a formula, the wide ones of some keyboards, too. */
const formula = /^[\s]*[=+\-@|%＝＋－＠]/;

/** Strangers choose ids: what a table would compute is marked as text by an apostrophe. */
const cellOf = (value: unknown): string => {
  const text = value === undefined || value === null ? '' : String(value);
  const harmless = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n\t]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};
