import type { AgentAnswer } from '../callbacks/read-answer.ts';
import type { Branch } from '../ledger/prediction.ts';
import { parseAmount } from '../money/amount.ts';
import type { Callback } from '../spec/callback.ts';
import { showsBalance } from './shows-balance.ts';

export interface Answered {
  readonly answer: AgentAnswer;
  readonly callback: Callback;
}

/** The branch that the answer says exactly; else the first that it can be taken for. */
export const takenBranch = (branches: readonly Branch[], heard: Answered): Branch | undefined => {
  const taken = branches.filter((each) => isTaken(each, heard));
  return taken.find((each) => isExact(each, heard)) ?? taken[0];
};

const isExact = ({ answer: predicted }: Branch, { answer }: Answered): boolean =>
  predicted.kind === 'balance'
    ? answer.kind === 'balance' && parseAmount(answer.balance)?.eq(predicted.balance) === true
    : answer.kind === 'error' && predicted.codes.includes(answer.error ?? '');

const isTaken = ({ answer: predicted }: Branch, { answer, callback }: Answered): boolean => {
  if (predicted.kind === 'balance') {
    const { currency } = callback;
    return answer.kind === 'balance' && showsBalance(answer.balance, predicted.balance, currency);
  }
  if (answer.kind !== 'error') return false;
  return predicted.codes.length === 0 || isRefusalTaken(predicted.codes, answer);
};

/** transaction_not_found is only taken by name: any other error to that rollback is a refusal. */
const isRefusalTaken = (
  codes: readonly string[],
  { error }: Extract<AgentAnswer, { kind: 'error' }>,
): boolean => !codes.includes('transaction_not_found') || codes.includes(error ?? '');
