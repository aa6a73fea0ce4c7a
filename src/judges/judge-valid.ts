import type { Branch } from '../ledger/prediction.ts';
import type { Case } from './case.ts';
import { endedBy, withFindings } from './case.ts';
import { find } from './find.ts';
import { judgeMismatch } from './judge-mismatch.ts';
import { judgeErrorStatus, judgeRefusal } from './judge-refusal.ts';
import type { Predicted } from './predicted.ts';
import { takenBranch } from './taken-branch.ts';

/** Follows the branch that the agent took; a breach when it took none. */
export const judgeValid = (state: Case, predicted: Predicted): Case => {
  const branch = takenBranch(predicted.prediction.branches, predicted);
  if (branch !== undefined) return followBranch(state, predicted, branch);
  return predicted.answer.kind === 'balance'
    ? judgeMismatch(state, predicted)
    : judgeRefusal(state, predicted);
};

const followBranch = (state: Case, predicted: Predicted, branch: Branch): Case => {
  const { call, answer, situation } = predicted;
  const followed: Case = {
    ...state,
    ledger: branch.ledger,
    refused: answer.kind === 'error' ? situation : undefined,
  };
  const unexpected = judgeExpectation(state, predicted);
  if (unexpected !== undefined) return unexpected;
  const noted = withFindings(followed, noteBranch(followed, predicted, branch));
  return answer.kind === 'error'
    ? judgeErrorStatus(noted, { call, answer, situation, branch })
    : noted;
};

/** A scenario may demand a refusal where the ledger would take a balance too. */
const judgeExpectation = (
  state: Case,
  { call, answer, situation }: Predicted,
): Case | undefined => {
  if (call.expect.kind !== 'refused' || answer.kind === 'error') return undefined;
  const message = `${call.label}: answered with the balance ${answer.balance}, the scenario demands a refusal.`;
  return endedBy(state, find(state, { code: 'accepted-invalid', situation, call, message }));
};

const noteBranch = (state: Case, { call, situation }: Predicted, branch: Branch) => {
  if (branch.standing === 'expected' || branch.standing === 'allowed') return [];
  const message = `${call.label}: the agent ${branch.sentence}.`;
  const notFound =
    branch.answer.kind === 'refusal' && branch.answer.codes.includes('transaction_not_found');
  const silent = notFound ? 'transaction-not-found-answer' : 'observed';
  const code = branch.standing === 'risk' ? 'money-at-risk' : silent;
  return find(state, { code, situation, call, message });
};
