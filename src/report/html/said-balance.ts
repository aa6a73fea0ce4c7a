import { parseAmount } from '../../money/amount.ts';
import type { ReportedExchange } from '../../spec/run.ts';
import { readBody } from '../read-body.ts';

/** The balance that an answer says, as it was written; undefined where it says none, or no number. */
export const saidBalance = ({ answerBody }: ReportedExchange): string | undefined => {
  const body = readBody(answerBody);
  if (body.kind !== 'json') return undefined;
  const field = body.field('content', 'balance');
  return field?.kind === 'number' ? field.text : undefined;
};

/** Whether two amounts are the same money, however they are written. */
export const isSameMoney = (one: string, other: string): boolean => {
  const [first, second] = [parseAmount(one), parseAmount(other)];
  return first !== undefined && second !== undefined && first.eq(second);
};
