import type { Call } from '../judges/call.ts';
import { hearAnswer } from '../judges/hear-answer.ts';
import { openingBalance } from '../judges/opening-balance.ts';
import type { Amount } from '../money/amount.ts';

/** The balance that a call was answered with, without what floating point leaves; undefined for none. */
export const shownBalance = ({ exchange }: Call, currency: string): Amount | undefined => {
  const answer = hearAnswer(exchange);
  return answer.kind === 'balance' ? openingBalance(answer.balance, currency) : undefined;
};
