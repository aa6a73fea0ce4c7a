import { exchangeFacts, isSameMoney, saidBalance } from '../exchange-facts.ts';
import type { StoryCall } from './report-view.ts';

/**
 * Whether the answer is the one expected; undefined where there is nothing to compare: a refusal
 * says no balance, and the ledger expects one all the same.
 */
export const isAsExpected = ({ exchange, expected }: StoryCall): boolean | undefined => {
  if (expected === undefined) return undefined;
  if (!isSameMoney(expected, expected)) return false;
  const said = saidBalance(exchange);
  return said === undefined ? undefined : isSameMoney(said, expected);
};

/** A call in words: what went over, what came back, what should have. */
export const callSentence = (call: StoryCall): string => {
  const { callback, transaction, bet, win, status, answer } = exchangeFacts(call.exchange);
  const subject = transaction === '' ? '' : ` of ${transaction}`;
  const came = status === '-' ? answer : `HTTP ${status}, ${answer}`;
  const wanted = isAsExpected(call) === false ? `, expected ${call.expected}` : '';
  return `${call.number}. ${callback}${subject}${amounts(bet, win)}: ${came}${wanted}.`;
};

const amounts = (bet: string, win: string): string =>
  [bet === '' ? '' : ` bet ${bet}`, win === '' ? '' : ` win ${win}`].join('');
