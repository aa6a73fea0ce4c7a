import type { Amount } from '../money/amount.ts';
import { amountOf, renderAmount, zero } from '../money/amount.ts';
import type { AmountExpression } from '../spec/scenario.ts';

/** The amount as it goes over the wire; `balance` is what the ledger expects at this moment. */
export const resolveAmount = (
  expression: AmountExpression,
  balance: Amount | undefined,
): string => {
  if (expression.kind === 'exact') return renderAmount(amountOf(expression.text));
  const offset = amountOf(expression.text).times(expression.sign);
  return renderAmount((balance ?? zero).plus(offset));
};
