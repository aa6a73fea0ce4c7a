import { step } from '../ledger/step.ts';
import { parseAmount } from '../money/amount.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { Situation } from '../spec/situation.ts';
import type { Intent } from '../wire/message.ts';
import { type AgentAnswer, describeError, oddPhrase } from '../wire/read-answer.ts';
import type { Call } from './call.ts';
import { type Case, endedBy, withFindings, withShown } from './case.ts';
import { find } from './find.ts';
import { judgeErrorStatus } from './judge-refusal.ts';
import { judgeSilence } from './judge-silence.ts';
import { lintAnswer } from './lint-answer.ts';
import { followedIn } from './possible-worlds.ts';

type RefusableKind = Extract<Intent['kind'], 'oddly-signed' | 'badly-signed' | 'invalid' | 'malformed'>;

const situationOf: Readonly<Record<RefusableKind, Situation>> = {
  'oddly-signed': 'odd-signature',
  'badly-signed': 'bad-signature',
  invalid: 'invalid',
  malformed: 'malformed',
};

/** A call that a right agent refuses, or may refuse. A refusal moves nothing: a probe follows. */
export const judgeRefusable = (state: Case, call: Call, answer: AgentAnswer): Case => {
  const situation = situationOf[call.intent.kind as RefusableKind];
  const shown = withShown({ ...state, refused: situation }, situation);
  if (answer.kind === 'none' && isGone(answer)) return judgeSilence(state, { call, situation, answer });
  if (call.intent.kind === 'malformed') return judgeMalformed(shown, call, answer);
  if (answer.kind === 'none') return judgeSilence(shown, { call, situation, answer });
  if (call.intent.kind === 'oddly-signed' || call.expect.kind === 'any') {
    return judgeOpen(shown, call, answer);
  }
  return answer.kind === 'error'
    ? judgeRefused(shown, { call, answer, situation })
    : judgeAccepted(shown, { call, answer, situation });
};

const isGone = ({ failure }: Extract<AgentAnswer, { kind: 'none' }>): boolean =>
  ['refused', 'unreachable', 'certificate', 'forbidden-target', 'interrupted'].includes(failure);

interface RefusableAnswer<Kind extends AgentAnswer['kind']> {
  readonly call: Call;
  readonly answer: Extract<AgentAnswer, { kind: Kind }>;
  readonly situation: Situation;
}

const judgeRefused = (state: Case, { call, answer, situation }: RefusableAnswer<'error'>): Case => {
  const lint = lintAnswer({ call, answer }).flatMap((each) => find(state, { ...each, situation, call }));
  const judged = judgeErrorStatus(withFindings(state, lint), { call, answer, situation });
  return withFindings(judged, signatureCode(judged, { call, answer, situation }));
};

/** SIG-14; a missing header may be named as what it is, as the platform does. */
const signatureCode = (state: Case, { call, answer, situation }: RefusableAnswer<'error'>) => {
  if (call.intent.kind !== 'badly-signed' || answer.error === undefined) return [];
  if (call.intent.besides === 'invalid') return [];
  const unsigned = isUnsigned(call.intent);
  const accepted = unsigned ? ['invalid_signature', 'signature_required'] : ['invalid_signature'];
  if (accepted.includes(answer.error)) return [];
  const message = `${call.label}: refused with ${describeError(answer)}, the code for this is invalid_signature.`;
  const [expected, actual] = ['invalid_signature', answer.error];
  return find(state, { code: 'signature-error-code', situation, call, message, expected, actual });
};

const isUnsigned = (intent: Intent): boolean =>
  intent.kind === 'badly-signed' && (intent.variant === 'none' || intent.variant === 'empty');

const judgeAccepted = (state: Case, heard: RefusableAnswer<'balance' | 'odd'>): Case => {
  const { call, answer, situation } = heard;
  const message = `${call.label}: answered with ${describe(answer)}; it must be refused.`;
  const found = find(state, {
    code: acceptedCode(call.intent),
    situation,
    call,
    message,
    expected: 'an error answer',
    actual: describe(answer),
  });
  return endedBy(state, found);
};

const acceptedCode = (intent: Intent): FindingCode => {
  if (intent.kind !== 'badly-signed') return 'accepted-invalid';
  return isUnsigned(intent) ? 'accepted-unsigned' : 'accepted-bad-signature';
};

const describe = (answer: Extract<AgentAnswer, { kind: 'balance' | 'odd' }>): string =>
  answer.kind === 'balance' ? `the balance ${answer.balance}` : oddPhrase(answer);

/** The specification is silent: what the agent does is recorded; the money is still followed. */
const judgeOpen = (state: Case, call: Call, answer: Exclude<AgentAnswer, { kind: 'none' }>): Case => {
  const situation = situationOf[call.intent.kind as RefusableKind];
  const said = answer.kind === 'error' ? `refused with ${describeError(answer)}` : `answered with ${describe(answer)}`;
  const noted = find(state, {
    code: 'observed',
    situation,
    call,
    message: `${call.label}: ${said}.`,
  });
  const recorded = withFindings(state, noted);
  if (answer.kind !== 'balance' || call.intent.kind !== 'oddly-signed') return recorded;
  const balance = parseAmount(answer.balance);
  const taken = step(state.ledger, call.intent.callback, state.rules.quirks).branches.find(
    (branch) => branch.answer.kind === 'balance' && balance?.eq(branch.answer.balance) === true,
  );
  const ledger = taken?.ledger ?? state.ledger;
  return followedIn({ ...recorded, refused: undefined }, ledger, call.intent.callback);
};

/** Section 6 does not cover it: an error is due, any 4xx or an error body; and no crash. */
const judgeMalformed = (state: Case, call: Call, answer: AgentAnswer): Case => {
  if (answer.kind === 'error' && isErrorMeant(call, answer)) return state;
  const actual = answer.kind === 'none' ? answer.message : saidBadly(answer);
  const wanted = isOtherMethod(call) ? 'an error is expected, such as HTTP 405' : 'an error answer is expected';
  const message = `${call.label}: ${actual}; ${wanted}.`;
  // A callback that is no JSON for an amount, and was taken for one all the same.
  const isTaken = answer.kind === 'balance' && call.exchange.kind !== 'other';
  const code = isTaken ? 'accepted-invalid' : 'survived-badly';
  return endedBy(state, find(state, { code, situation: 'malformed', call, message }));
};

/** HTTP 501 is what a server answers to a method that it supports nowhere: some do so by default. */
const isErrorMeant = (call: Call, { status, error }: RefusableAnswer<'error'>['answer']): boolean =>
  status < 500 || error !== undefined || (status === 501 && isOtherMethod(call));

const isOtherMethod = ({ exchange }: Call): boolean => exchange.request.method !== 'POST';

const saidBadly = (answer: Exclude<AgentAnswer, { kind: 'none' }>): string =>
  answer.kind === 'error' ? describeError(answer) : `answered with ${describe(answer)}`;
