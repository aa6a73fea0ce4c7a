import { takenOf } from '../ledger/heard-call.ts';
import { step } from '../ledger/step.ts';
import { type Amount, amountOf } from '../money/amount.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { Intent } from '../wire/message.ts';
import { type AgentAnswer, describeError } from '../wire/read-answer.ts';
import type { Call } from './call.ts';
import { type Case, endedBy, withFindings, withShown } from './case.ts';
import { find } from './find.ts';
import { saidOf } from './hear.ts';
import { judgeSilence } from './judge-silence.ts';
import { followedIn } from './possible-worlds.ts';

export interface RepeatedKeys {
  readonly intent: Extract<Intent, { kind: 'repeated-keys' }>;
  readonly answer: AgentAnswer;
}

const situation = 'invalid';

/**
 * Keys that stand twice, which the specification does not mention: what the agent does is recorded.
 * Money is at risk where it verifies the one value and applies the other.
 */
export const judgeRepeatedKeys = (state: Case, call: Call, heard: RepeatedKeys): Case => {
  const { answer } = heard;
  if (answer.kind === 'none') return judgeSilence(state, { call, situation, answer });
  const shown = withShown(state, situation);
  if (answer.kind === 'error') {
    const said = `refused it with ${describeError(answer)}`;
    return note({ ...shown, refused: situation }, call, { code: 'observed', said });
  }
  return answer.kind === 'odd'
    ? note(shown, call, { code: 'observed', said: `gave an odd answer: ${answer.detail}` })
    : judgeTaken(shown, call, heard);
};

const judgeTaken = (state: Case, call: Call, { intent, answer }: RepeatedKeys): Case => {
  const { callback, first } = intent;
  const branchFor = (meant: typeof callback) =>
    takenOf(step(state.ledger, meant, state.rules.quirks).branches, {
      said: saidOf(answer, meant.currency),
      callback: meant,
    });
  const [asSigned, asFirst] = [branchFor(callback), branchFor(first)];
  if (asSigned !== undefined) {
    const followed = followedIn(state, asSigned.ledger, callback);
    return note(followed, call, { code: 'observed', said: 'took the last value of each key' });
  }
  if (asFirst === undefined) return judgeNeither(state, call, { intent, answer });
  const said = 'verified the signature of the last value of each key and applied the first';
  const followed = followedIn(state, asFirst.ledger, first);
  return note(followed, call, { code: 'money-at-risk', said });
};

/** One balance that neither value leads to: somebody else may have moved the money. */
const judgeNeither = (state: Case, call: Call, { intent, answer }: RepeatedKeys): Case => {
  const { callback } = intent;
  const [branch] = step(state.ledger, callback, state.rules.quirks).branches;
  const said = 'took neither the first nor the last value of each key';
  if (branch?.answer.kind !== 'balance' || answer.kind !== 'balance') {
    return note(state, call, { code: 'money-at-risk', said });
  }
  const shown = (balance: Amount): string => renderAtScale(balance, callback.currency);
  const [expected, actual] = [branch.answer.balance, amountOf(answer.balance)].map(shown);
  const message = `${call.label}: the agent ${said}: the balance is ${actual}.`;
  const found = find(state, { code: 'wrong-balance', situation, call, message, expected, actual });
  return endedBy({ ...state, ledger: branch.ledger }, found);
};

interface Noted {
  readonly code: FindingCode;
  readonly said: string;
}

const note = (state: Case, call: Call, { code, said }: Noted): Case =>
  withFindings(state, find(state, { code, situation, call, message: `${call.label}: the agent ${said}.` }));
