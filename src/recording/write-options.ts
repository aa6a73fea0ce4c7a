import { type PrintableMap, WrittenNumber } from '../formats/document/print-document.ts';
import { decimalText } from '../formats/scenario/amount.ts';
import type { AmountExpression } from '../formats/scenario/scenario.ts';
import { type AmountText, type Callback, transactionIdOf } from '../spec/callback.ts';
import type { RecordingPlan } from './plan.ts';
import { isBadlySigned, type RecordedCall } from './recorded-call.ts';

/** Where a call that refers to another one does not go where that one went. */
export const writeOtherWhere = ({ names }: RecordingPlan, callback: Callback, other: Callback): PrintableMap => {
  const [own, others] = [names.whereOf(callback), names.whereOf(other)];
  const isSame = JSON.stringify(own) === JSON.stringify(others);
  // Without a player, a rollback goes to the account of its bet.
  return isSame ? {} : { ...own, player: own.player ?? 1 };
};

/** Fields that are set, how a call is signed, and what of it is lost. */
export const writeOptions = (call: RecordedCall, fields: PrintableMap): PrintableMap => {
  const { signature, lost } = call;
  return {
    fields: Object.values(fields).every((value) => value === undefined) ? undefined : fields,
    signature: signature === 'valid' ? undefined : signature,
    lose: signature === 'valid' ? lost : undefined,
    expect: isBadlySigned(call) ? 'refused' : undefined,
  };
};

/** An amount as a scenario has it; undefined for one that is none there: `fields` can send it. */
export const writeAmount = (text: AmountText): WrittenNumber | undefined => {
  const plain = decimalText(text);
  return plain === undefined ? undefined : new WrittenNumber(plain);
};

/** `balance`, `balance + 0.01` or the decimal. */
export const writeExpression = (expression: AmountExpression): WrittenNumber | string | undefined => {
  if (expression.kind === 'exact') return writeAmount(expression.text);
  const offset = decimalText(expression.text);
  if (offset === undefined) return undefined;
  return offset === '0' ? 'balance' : `balance ${expression.sign === 1 ? '+' : '-'} ${offset}`;
};

/**
 * A transaction_id that no platform makes, to set as a field: an agent may stumble over it. The
 * runner makes it a new one each time, by its end.
 */
export const oddId = (callback: Callback): string | undefined => {
  const id = transactionIdOf(callback);
  return id === undefined || ordinary.test(id) ? undefined : id;
};

const ordinary = /^[\w.:-]{1,64}$/;
