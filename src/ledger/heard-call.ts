import { type Amount, parseAmount, roundToScale } from '../base/money.ts';
import type { AmountText, Callback } from '../spec/callback.ts';
import type { PredictedAnswer } from './prediction.ts';

/**
 * What an answer says of the money: a balance; a refusal; nothing, though the agent may have
 * handled the call, and where `mayFollow` may still do so; or that the agent never had it.
 */
export type Said =
  /** `text`: as it was written; `actual`: without what floating point leaves. */
  | { readonly kind: 'balance'; readonly actual: Amount; readonly text: AmountText }
  | { readonly kind: 'refusal'; readonly error?: string | undefined }
  | { readonly kind: 'unheard'; readonly mayFollow: boolean; readonly reason: string }
  | { readonly kind: 'not-arrived'; readonly reason: string };

/** A callback that was sent, and what the agent said to it: what orders and stories are told of. */
export interface HeardCall {
  readonly exchangeId: string;
  /** How a person would name it. */
  readonly label: string;
  readonly callback: Callback;
  readonly said: Said;
  /** When it left and was answered, by any clock that all calls of a question share. */
  readonly begun: number;
  readonly ended: number;
  /** Right signatures written in an unusual way may be refused. */
  readonly mayBeRefused: boolean;
}

/** Whether an answered balance is that amount at the currency's scale; further digits are BAL-08's. */
export const showsBalance = (text: AmountText, expected: Amount, currency: string): boolean => {
  const actual = parseAmount(text);
  return actual !== undefined && roundToScale(actual, currency).eq(roundToScale(expected, currency));
};

export type Answered = Pick<HeardCall, 'callback' | 'said'>;

/** Whether the answer can be taken for the predicted one. */
export const fits = (predicted: PredictedAnswer, { said, callback }: Answered): boolean => {
  if (predicted.kind === 'balance') {
    return said.kind === 'balance' && showsBalance(said.text, predicted.balance, callback.currency);
  }
  // transaction_not_found is only taken by name: any other error to that rollback is a refusal.
  return (
    said.kind === 'refusal' &&
    (!predicted.codes.includes('transaction_not_found') || predicted.codes.includes(said.error ?? ''))
  );
};

/** Those that the answer can be taken for; what it says exactly comes first. */
export const fitting = <T extends { readonly answer: PredictedAnswer }>(
  possible: readonly T[],
  heard: Answered,
): readonly T[] => {
  const taken = possible.filter(({ answer }) => fits(answer, heard));
  const exact = taken.find(({ answer }) => isExact(answer, heard));
  return exact === undefined || exact === taken[0] ? taken : [exact, ...taken.filter((each) => each !== exact)];
};

const isExact = (predicted: PredictedAnswer, { said }: Answered): boolean =>
  predicted.kind === 'balance'
    ? said.kind === 'balance' && parseAmount(said.text)?.eq(predicted.balance) === true
    : said.kind === 'refusal' && predicted.codes.includes(said.error ?? '');
