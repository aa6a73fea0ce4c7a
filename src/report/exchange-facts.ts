import { parseAmount } from '../base/money.ts';
import { plainText } from '../base/visible-text.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { type BodyFields, readBodyFields } from './body-fields.ts';

/** What a line about an exchange shows; harmless text, empty where there is nothing. */
export interface ExchangeFacts {
  readonly callback: string;
  readonly player: string;
  readonly currency: string;
  readonly transaction: string;
  readonly bet: string;
  readonly win: string;
  /** HTTP status. */
  readonly status: string;
  /** The balance answered, the error code, or what else came instead. */
  readonly answer: string;
  readonly durationMs: string;
}

const longestFact = 200;

/** Reads out of an exchange what a reader needs to follow the money. */
export const exchangeFacts = (exchange: ReportedExchange): ExchangeFacts => {
  const { kind, method, requestBody, status, durationMs } = exchange;
  const body = readBodyFields(requestBody);
  const field = (name: string): string => textOf(body, name) ?? '';
  return {
    callback: plainText(kind === 'other' ? `raw ${method}` : kind, longestFact),
    player: field('player_id'),
    currency: field('currency'),
    transaction: field('transaction_id'),
    bet: field('bet'),
    win: field('win'),
    status: status === null ? '-' : String(status),
    answer: answerOf(exchange),
    durationMs: String(Math.round(durationMs)),
  };
};

const textOf = (body: BodyFields, ...path: string[]): string | undefined => {
  if (body.kind !== 'json') return undefined;
  const field = body.field(...path);
  return field === undefined ? undefined : plainText(field.text, longestFact);
};

const otherAnswers = {
  empty: 'empty answer',
  'too-long': 'too long to show',
  'not-json': 'not JSON',
  json: 'no balance',
} as const satisfies Record<BodyFields['kind'], string>;

const answerOf = ({ status, failure, answerBody }: ReportedExchange): string => {
  if (status === null) return plainText(`no answer: ${failure ?? 'unknown'}`, longestFact);
  const body = readBodyFields(answerBody);
  const parts = [textOf(body, 'error'), balanceOf(body)].filter((part) => part !== undefined);
  return parts.length === 0 ? otherAnswers[body.kind] : parts.join(' and ');
};

/** A balance as a number; in quotes where the agent wrote a string. */
const balanceOf = (body: BodyFields): string | undefined => {
  if (body.kind !== 'json') return undefined;
  const field = body.field('content', 'balance');
  const text = plainText(field?.text ?? '', longestFact);
  if (field === undefined) return undefined;
  return field.kind === 'string' ? `"${text}"` : text;
};

/** The balance that an answer says, as it was written; undefined where it says none, or no number. */
export const saidBalance = ({ answerBody }: ReportedExchange): string | undefined => {
  const body = readBodyFields(answerBody);
  if (body.kind !== 'json') return undefined;
  const field = body.field('content', 'balance');
  return field?.kind === 'number' ? field.text : undefined;
};

/**
 * What the account of some calls held before the first of them, as an earlier answer in the same
 * scenario said; undefined where none did, and where the calls are about several accounts.
 */
export const balanceBefore = (
  calls: readonly ReportedExchange[],
  all: readonly ReportedExchange[],
): string | undefined => {
  const [first, ...others] = calls;
  if (first === undefined) return undefined;
  const account = accountOf(first);
  if (others.some((other) => accountOf(other) !== account)) return undefined;
  const earlier = all
    .slice(0, all.indexOf(first))
    .filter(({ scenario }) => scenario === first.scenario)
    .findLast((each) => accountOf(each) === account && saidBalance(each) !== undefined);
  return earlier === undefined ? undefined : saidBalance(earlier);
};

const accountOf = (exchange: ReportedExchange): string => {
  const { player, currency } = exchangeFacts(exchange);
  return `${player} ${currency}`;
};

/** Whether two amounts are the same money, however they are written. */
export const isSameMoney = (one: string, other: string): boolean => {
  const [first, second] = [parseAmount(one), parseAmount(other)];
  return first !== undefined && second !== undefined && first.eq(second);
};
