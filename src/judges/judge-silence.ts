import type { Failure } from '../spec/exchange.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { Situation } from '../spec/situation.ts';
import { isMissedByUs } from '../wire/pace.ts';
import type { AgentAnswer } from '../wire/read-answer.ts';
import type { Call } from './call.ts';
import { type Case, type Ending, endedBy } from './case.ts';
import { find } from './find.ts';

export interface Unheard {
  readonly call: Call;
  readonly situation: Situation;
  readonly answer: Extract<AgentAnswer, { kind: 'none' }>;
}

/** Failures that say something about the agent; the others only that nobody was there. */
const breaches: Partial<Record<Failure, FindingCode>> = {
  timeout: 'too-slow',
  closed: 'no-answer',
  'too-large': 'answer-not-json',
  unreadable: 'answer-not-json',
};

/** No answer to a callback that a right agent answers: a breach, or nothing to judge. */
export const judgeSilence = (state: Case, { call, situation, answer }: Unheard): Case => {
  const code = breaches[answer.failure];
  if (isMissedByUs(call.exchange)) return { ...state, ending: missedByUs(call) };
  const message = `${call.label}: ${answer.message}`;
  if (code === undefined) return { ...state, ending: { kind: 'inconclusive', reason: message } };
  return endedBy(state, find(state, { code, situation, call, message }));
};

/** Nobody can say whether the agent was late, too. */
const missedByUs = ({ exchange }: Call): Ending => ({
  kind: 'cause',
  cause: {
    code: 'own-delay',
    message:
      'A time limit was missed while walletproof itself was stalled for much of that time: this says nothing about the agent.',
    exchanges: [exchange.id],
  },
});
