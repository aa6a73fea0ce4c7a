import { WrittenNumber } from '../formats/document/written-number.ts';
import { decimalText } from '../formats/scenario/decimal-text.ts';
import type { AmountText } from '../spec/callback.ts';
import type { AmountExpression } from '../spec/scenario.ts';

/** An amount as a scenario has it; undefined for one that is none there: `fields` can send it. */
export const writeAmount = (text: AmountText): WrittenNumber | undefined => {
  const plain = decimalText(text);
  return plain === undefined ? undefined : new WrittenNumber(plain);
};

/** `balance`, `balance + 0.01` or the decimal. */
export const writeExpression = (
  expression: AmountExpression,
): WrittenNumber | string | undefined => {
  if (expression.kind === 'exact') return writeAmount(expression.text);
  const offset = decimalText(expression.text);
  if (offset === undefined) return undefined;
  return offset === '0' ? 'balance' : `balance ${expression.sign === 1 ? '+' : '-'} ${offset}`;
};
