import type { AgentAnswer } from '../callbacks/read-answer.ts';
import { readAnswer } from '../callbacks/read-answer.ts';
import { parseAmount } from '../money/amount.ts';
import type { Exchange } from '../spec/exchange.ts';

/** The agent's answer as it is judged: a number that can be no money, such as 1e999, is none. */
export const hearAnswer = ({ answer }: Pick<Exchange, 'answer'>): AgentAnswer => {
  const heard = readAnswer(answer);
  if (heard.kind !== 'balance' || parseAmount(heard.balance) !== undefined) return heard;
  const shown = heard.balance.slice(0, 40);
  const detail = `content.balance is ${shown}, which is no amount of money.`;
  return { kind: 'odd', problem: 'balance-not-a-number', detail };
};
