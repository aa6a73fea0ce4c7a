import type { Intent } from '../callbacks/message.ts';
import type { AgentAnswer } from '../callbacks/read-answer.ts';
import { takenOf } from '../ledger/heard-call.ts';
import { setBalance } from '../ledger/ledger.ts';
import { step } from '../ledger/step.ts';
import { parseAmount } from '../money/amount.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { Call } from './call.ts';
import type { Case } from './case.ts';
import { withFindings, withShown } from './case.ts';
import { find } from './find.ts';
import { saidOf } from './hear.ts';
import { describeError } from './judge-refusal.ts';
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
  const balance = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
  const ledger = balance === undefined ? state.ledger : setBalance(state.ledger, callback, balance);
  const said =
    asFirst === undefined
      ? 'took neither the first nor the last value of each key'
      : 'verified the signature of the last value of each key and applied the first';
  return note({ ...state, ledger }, call, { code: 'money-at-risk', said });
};

interface Noted {
  readonly code: FindingCode;
  readonly said: string;
}

const note = (state: Case, call: Call, { code, said }: Noted): Case =>
  withFindings(
    state,
    find(state, { code, situation, call, message: `${call.label}: the agent ${said}.` }),
  );
