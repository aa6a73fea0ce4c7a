import type { AccountStatement } from '../../../spec/account-statement.ts';
import { decimalSign, magnitude } from './decimal-sign.ts';

type Said = Pick<AccountStatement, 'currency' | 'actual' | 'difference'>;

/** What the agent's balance is against the ledger's, in words. */
export const differenceSentence = ({ currency, actual, difference }: Said): string => {
  if (actual === undefined) return 'The agent has not said a balance yet.';
  if (difference === undefined || decimalSign(difference) === 'zero') {
    return 'The agent says the same.';
  }
  const word = decimalSign(difference) === 'negative' ? 'less' : 'more';
  return `The agent says ${magnitude(difference)} ${currency} ${word} than the ledger expects.`;
};
