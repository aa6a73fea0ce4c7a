import type { AccountPoint } from '../../../spec/account-statement.ts';
import { timeOfDay } from '../parts/time-of-day.ts';
import { isSameAmount } from './is-same-amount.ts';

/** A point of the chart in words. */
export const pointSentence = ({ at, kind, expected, actual }: AccountPoint): string =>
  `${timeOfDay(at)} ${kind}: ${saidOf(expected, actual)}`;

const saidOf = (expected: string, actual: string | undefined): string => {
  if (actual === undefined) return `the ledger expects ${expected}, the agent said nothing.`;
  if (isSameAmount(expected, actual)) return `${actual}, as the ledger expects.`;
  return `the ledger expects ${expected}, the agent says ${actual}.`;
};
