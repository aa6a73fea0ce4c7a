import type { AmountExpression } from '../../spec/scenario.ts';
import type { Cursor } from '../document/cursor.ts';
import { decimalText } from './decimal-text.ts';

/** An amount as written, checked by its schema, with every digit that was written. */
export const toAmount = (raw: number | string, cursor: Cursor): AmountExpression => {
  const written = cursor.text() ?? String(raw);
  const relative = /^balance(?:\s*([+-])\s*(\S+))?$/.exec(written);
  if (relative === null) return { kind: 'exact', text: toDecimal(raw, cursor) };
  const [, sign, offset = '0'] = relative;
  return { kind: 'balance', sign: sign === '-' ? -1 : 1, text: decimalText(offset) ?? '0' };
};

/** A decimal in plain digits. */
export const toDecimal = (raw: number | string, cursor: Cursor): string => {
  const written = cursor.text() ?? String(raw);
  const text = decimalText(written);
  if (text !== undefined) return text;
  cursor.complain(`\`${written}\` is no amount`, 'write a decimal of at most 100 digits');
  return '0';
};
