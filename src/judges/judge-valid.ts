import { accountKey } from '../ledger/account.ts';
import { newestFirst } from '../ledger/chain.ts';
import { takenOf } from '../ledger/heard-call.ts';
import { balanceOf } from '../ledger/ledger.ts';
import type { Branch } from '../ledger/prediction.ts';
import { type Diagnosis, diagnose, wrongBalance } from '../ledger/stories/diagnose.ts';
import { type Amount, amountOf } from '../money/amount.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { Situation } from '../spec/situation.ts';
import type { Call } from './call.ts';
import { type Case, endedBy, withFindings, withTaken } from './case.ts';
import { find } from './find.ts';
import type { Predicted } from './hear.ts';
import { judgeLookAlike } from './judge-look-alike.ts';
import { judgeErrorStatus, judgeRefusal } from './judge-refusal.ts';
import { branchedAlike } from './possible-worlds.ts';
import { callKind } from './refused-alike.ts';

/** Follows the branch that the agent took; a breach when it took none. */
export const judgeValid = (state: Case, predicted: Predicted): Case => {
  const branch = takenOf(predicted.prediction.branches, predicted);
  if (branch !== undefined) return followBranch(state, predicted, branch);
  return predicted.answer.kind === 'balance'
    ? (judgeLookAlike(state, predicted) ?? judgeMismatch(state, predicted))
    : judgeRefusal(state, predicted);
};

const followBranch = (state: Case, predicted: Predicted, branch: Branch): Case => {
  const { call, answer, situation } = predicted;
  const isRefused = answer.kind === 'error';
  const kind = callKind(state, predicted.callback, situation);
  const after = branchedAlike(state, predicted, branch);
  const followed: Case = {
    ...(isRefused ? after : withTaken(after, kind)),
    refused: isRefused ? situation : undefined,
  };
  const unexpected = judgeExpectation(state, predicted);
  if (unexpected !== undefined) return unexpected;
  const noted = withFindings(followed, noteBranch(followed, predicted, branch));
  return isRefused ? judgeErrorStatus(noted, { call, answer, situation, branch }) : noted;
};

/** A scenario may demand a refusal where the ledger would take a balance too. */
const judgeExpectation = (state: Case, { call, answer, situation }: Predicted): Case | undefined => {
  if (call.expect.kind !== 'refused' || answer.kind === 'error') return undefined;
  const message = `${call.label}: answered with the balance ${answer.balance}, the scenario demands a refusal.`;
  return endedBy(state, find(state, { code: 'accepted-invalid', situation, call, message }));
};

const noteBranch = (state: Case, { call, situation }: Predicted, branch: Branch) => {
  if (branch.standing === 'expected' || branch.standing === 'allowed') return [];
  const message = `${call.label}: the agent ${branch.sentence}.`;
  const notFound = branch.answer.kind === 'refusal' && branch.answer.codes.includes('transaction_not_found');
  const silent = notFound ? 'transaction-not-found-answer' : 'observed';
  const code = branch.standing === 'risk' ? 'money-at-risk' : silent;
  return find(state, { code, situation, call, message });
};

/** The agent answered a balance that no right agent answers. */
const judgeMismatch = (state: Case, predicted: Predicted): Case => {
  const [likeliest] = predicted.prediction.branches;
  return likeliest?.answer.kind === 'refusal' ? judgeAccepted(state, predicted) : judgeWrongBalance(state, predicted);
};

const acceptedCodes: Partial<Record<Situation, FindingCode>> = {
  'bet-above-balance': 'accepted-overdraft',
  'unknown-player': 'accepted-unknown-account',
  'unknown-currency': 'accepted-unknown-account',
};

const judgeAccepted = (state: Case, { call, situation, answer, callback }: Predicted): Case => {
  const balance = answer.kind === 'balance' ? answer.balance : '';
  const before = balanceOf(state.ledger, callback);
  const bet =
    callback.type === 'makeBet' && before !== undefined
      ? ` The bet is ${callback.bet}, the balance was ${renderAtScale(before, callback.currency)}.`
      : '';
  return endedBy(
    state,
    find(state, {
      code: acceptedCodes[situation] ?? 'accepted-invalid',
      situation,
      call,
      message: `${call.label}: answered with the balance ${balance} where a refusal is expected.${bet}`,
      expected: 'an error answer',
      actual: `balance ${balance}`,
    }),
  );
};

const judgeWrongBalance = (state: Case, predicted: Predicted): Case => {
  const { call, callback, situation, answer, prediction } = predicted;
  const [likeliest] = prediction.branches;
  if (likeliest?.answer.kind !== 'balance' || answer.kind !== 'balance') return state;
  const expected = likeliest.answer.balance;
  const actual = amountOf(answer.balance);
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  const { code, cause } = diagnosisOf(state, predicted, { expected, actual });
  return endedBy(
    { ...state, ledger: likeliest.ledger },
    find(state, {
      code: state.refused === undefined ? code : 'money-moved-on-refusal',
      situation,
      call,
      message: wrongBalance(call.label, { expected, actual, account: callback }),
      expected: shown(expected),
      actual: shown(actual),
      likelyCause: cause,
      before: evidenceFor(state, call),
    }),
  );
};

interface Difference {
  readonly expected: Amount;
  readonly actual: Amount;
}

const diagnosisOf = (state: Case, predicted: Predicted, difference: Difference): Diagnosis => {
  const { callback, prediction, call } = predicted;
  const key = accountKey(callback);
  const earlier = [...newestFirst(state.trail)].flatMap(({ account, balance }) =>
    account === key && balance !== undefined ? [balance] : [],
  );
  const { code, cause } = diagnose({
    ledger: prediction.branches[0]?.ledger ?? state.ledger,
    account: callback,
    ...difference,
    transactionId: call.exchange.subject.transactionId,
    earlier,
    accumulatedWin: state.accumulatedWin,
  });
  return { code: codeIn(prediction.situation, code), cause };
};

/** Money that moved in a way no story of the transaction tells: what it is in that situation. */
const codeIn = (situation: Situation, code: FindingCode): FindingCode => {
  switch (situation) {
    case 'refused-bet-again':
      return code === 'not-applied' ? 'free-bet' : code;
    case 'duplicate':
      return isToldOf(code) ? code : 'duplicate-applied';
    case 'rollback-again':
    case 'rollback-unknown':
    case 'rollback-of-refused':
      return isToldOf(code) ? code : 'rollback-applied-again';
    case 'rollback-of-bet':
    case 'rollback-of-bet-and-win':
    case 'rollback-of-win':
      return code === 'wrong-balance' ? 'wrong-amounts-rolled-back' : code;
    default:
      return code;
  }
};

const isToldOf = (code: FindingCode): boolean =>
  code === 'stale-balance' ||
  code === 'double-application' ||
  code === 'another-players-balance' ||
  code === 'another-currencys-balance';

/** The earlier exchanges that belong to the proof: those of the same transaction, else the last. */
const evidenceFor = ({ trail }: Case, { exchange }: Call): string[] => {
  const { transactionId } = exchange.subject;
  const same: string[] = [];
  for (const trace of newestFirst(trail)) {
    if (transactionId !== undefined && trace.transactionId === transactionId) {
      same.unshift(trace.exchangeId);
    }
    if (same.length === maxEvidence) break;
  }
  return same.length === 0 && trail !== undefined ? [trail.last.exchangeId] : same;
};

const maxEvidence = 4;
