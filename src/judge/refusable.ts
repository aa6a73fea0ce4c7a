import { memberOf } from '../base/json.ts';
import { amountOf, parseAmount, renderAtScale } from '../base/money.ts';
import { readBody } from '../base/read-body.ts';
import { fitting } from '../ledger/heard-call.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { step } from '../ledger/step.ts';
import { signed } from '../ledger/stories/difference.ts';
import type { Callback } from '../spec/callback.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { Situation } from '../spec/situation.ts';
import type { Intent } from '../wire/message.ts';
import { type AgentAnswer, describeError, oddPhrase } from '../wire/read-answer.ts';
import { type Call, lostOnPurpose, openingBalance, saidOf } from './call.ts';
import { type Case, endedBy, followedIn, withFindings, withShown } from './case.ts';
import { find } from './find.ts';
import { lintAnswer } from './form.ts';
import { errorFindings, judgeSilence } from './refusals.ts';

type RefusableKind = Extract<Intent['kind'], 'oddly-signed' | 'badly-signed' | 'invalid' | 'malformed'>;

const situationOf: Readonly<Record<RefusableKind, Situation>> = {
  'oddly-signed': 'odd-signature',
  'badly-signed': 'bad-signature',
  invalid: 'invalid',
  malformed: 'malformed',
};

type Answered<Kind extends AgentAnswer['kind']> = Extract<AgentAnswer, { kind: Kind }>;

/** A call that a right agent refuses, or may refuse. A refusal moves nothing: a probe follows. */
export const judgeRefusable = (state: Case, call: Call, answer: AgentAnswer): Case => {
  const situation = situationOf[call.intent.kind as RefusableKind];
  // A fault of ours: the getBalance behind it shows what came of the call.
  if (lostOnPurpose(call.exchange.answer) !== undefined) return { ...state, refused: situation };
  const shown = withShown({ ...state, refused: situation }, situation);
  if (answer.kind === 'none' && isGone(answer)) return judgeSilence(state, { call, situation, answer });
  if (call.intent.kind === 'malformed') return judgeMalformed(shown, call, answer);
  if (answer.kind === 'none') return judgeSilence(shown, { call, situation, answer });
  if (call.intent.kind === 'oddly-signed' || call.expect.kind === 'any') return judgeOpen(shown, call, answer);
  if (answer.kind === 'error') return judgeRefused(shown, call, answer);
  const message = `${call.label}: answered with ${describe(answer)}; it must be refused.${movedText(state, call, answer)}`;
  const [expected, actual] = ['an error answer', describe(answer)];
  const code = acceptedCode(call.intent);
  return endedBy(shown, find(shown, { code, situation, call, message, expected, actual }));
};

const isGone = ({ failure }: Answered<'none'>): boolean =>
  ['refused', 'unreachable', 'certificate', 'forbidden-target', 'interrupted'].includes(failure);

const judgeRefused = (state: Case, call: Call, answer: Answered<'error'>): Case => {
  const situation = situationOf[call.intent.kind as RefusableKind];
  const lint = lintAnswer({ call, answer }).flatMap((each) => find(state, { ...each, situation, call }));
  const status = errorFindings(state, { call, answer, situation });
  return withFindings(state, [...lint, ...status, ...signatureCode(state, call, answer)]);
};

/** SIG-14; a missing header may be named as what it is, as the platform does. */
const signatureCode = (state: Case, call: Call, answer: Answered<'error'>) => {
  if (call.intent.kind !== 'badly-signed' || answer.error === undefined) return [];
  // RFC 9110, 15.5.14: a body that is too large is not read, and so not verified.
  if (call.intent.besides === 'invalid' || answer.status === 413) return [];
  const accepted = isUnsigned(call.intent) ? ['invalid_signature', 'signature_required'] : ['invalid_signature'];
  if (accepted.includes(answer.error)) return [];
  const message = `${call.label}: refused with ${describeError(answer)}, the code for this is invalid_signature.`;
  const [expected, actual] = ['invalid_signature', answer.error];
  const [code, situation] = ['signature-error-code', 'bad-signature'] as const;
  return find(state, { code, situation, call, message, expected, actual });
};

const isUnsigned = (intent: Intent): boolean =>
  intent.kind === 'badly-signed' && (intent.variant === 'none' || intent.variant === 'empty');

const acceptedCode = (intent: Intent): FindingCode => {
  if (intent.kind !== 'badly-signed') return 'accepted-invalid';
  return isUnsigned(intent) ? 'accepted-unsigned' : 'accepted-bad-signature';
};

const describe = (answer: Answered<'balance' | 'odd'>): string =>
  answer.kind === 'balance' ? `the balance ${answer.balance}` : oddPhrase(answer);

/** `refused with HTTP 403`, `answered with the balance 10.00`. */
const saidWith = (answer: Exclude<AgentAnswer, { kind: 'none' }>): string =>
  answer.kind === 'error' ? `refused with ${describeError(answer)}` : `answered with ${describe(answer)}`;

/** The specification is silent: what the agent does is recorded; the money is still followed. */
const judgeOpen = (state: Case, call: Call, answer: Exclude<AgentAnswer, { kind: 'none' }>): Case => {
  const situation = situationOf[call.intent.kind as RefusableKind];
  const message = `${call.label}: ${saidWith(answer)}.`;
  const recorded = withFindings(state, find(state, { code: 'observed', situation, call, message }));
  if (answer.kind !== 'balance' || call.intent.kind !== 'oddly-signed') return recorded;
  const balance = parseAmount(answer.balance);
  const taken = step(state.ledger, call.intent.callback, state.rules.quirks).branches.find(
    (branch) => branch.answer.kind === 'balance' && balance?.eq(branch.answer.balance) === true,
  );
  return followedIn({ ...recorded, refused: undefined }, taken?.ledger ?? state.ledger, call.intent.callback);
};

/** Section 6 does not cover it: an error is due, any 4xx or an error body; and no crash. */
const judgeMalformed = (state: Case, call: Call, answer: AgentAnswer): Case => {
  const isOtherMethod = call.exchange.request.method !== 'POST';
  // HTTP 501 is what a server answers to a method that it supports nowhere: some do so by default.
  const isMeant =
    answer.kind === 'error' &&
    (answer.status < 500 || answer.error !== undefined || (answer.status === 501 && isOtherMethod));
  if (isMeant) return state;
  const actual =
    answer.kind === 'none' ? answer.message : answer.kind === 'error' ? describeError(answer) : saidWith(answer);
  const wanted = isOtherMethod ? 'an error is expected, such as HTTP 405' : 'an error answer is expected';
  const message = `${call.label}: ${actual.replace(/\.$/, '')}; ${wanted}.`;
  // A callback that is no JSON for an amount, and was taken for one all the same.
  const isTaken = answer.kind === 'balance' && call.exchange.kind !== 'other';
  const code = isTaken ? 'accepted-invalid' : 'survived-badly';
  return endedBy(state, find(state, { code, situation: 'malformed', call, message }));
};

type RepeatedKeys = Extract<Intent, { kind: 'repeated-keys' }>;

/**
 * Keys that stand twice, which the specification does not mention: what the agent does is recorded.
 * Money is at risk where it verifies the one value and applies the other.
 */
export const judgeRepeatedKeys = (state: Case, call: Call, intent: RepeatedKeys, answer: AgentAnswer): Case => {
  const situation = 'invalid';
  if (answer.kind === 'none') return judgeSilence(state, { call, situation, answer });
  const shown = withShown(state, situation);
  const note = (known: Case, code: FindingCode, what: string): Case =>
    withFindings(known, find(known, { code, situation, call, message: `${call.label}: the agent ${what}.` }));
  if (answer.kind === 'error') {
    return note({ ...shown, refused: situation }, 'observed', `refused it with ${describeError(answer)}`);
  }
  if (answer.kind === 'odd') return note(shown, 'observed', `gave an odd answer: ${answer.detail}`);
  const branches = (meant: Callback) => step(state.ledger, meant, state.rules.quirks).branches;
  const takenAs = (meant: Callback) =>
    fitting(branches(meant), { said: saidOf(answer, meant.currency), callback: meant })[0];
  const { callback, first } = intent;
  const [asSigned, asFirst] = [takenAs(callback), takenAs(first)];
  if (asSigned !== undefined) {
    return note(followedIn(shown, asSigned.ledger, callback), 'observed', 'took the last value of each key');
  }
  if (asFirst !== undefined) {
    const what = 'verified the signature of the last value of each key and applied the first';
    return note(followedIn(shown, asFirst.ledger, first), 'money-at-risk', what);
  }
  // One balance that neither value leads to: somebody else may have moved the money.
  const neither = 'took neither the first nor the last value of each key';
  const [branch] = branches(callback);
  if (branch?.answer.kind !== 'balance') return note(shown, 'money-at-risk', neither);
  const [expected = '', actual = ''] = [branch.answer.balance, amountOf(answer.balance)].map((each) =>
    renderAtScale(each, callback.currency),
  );
  const message = `${call.label}: the agent ${neither}: the balance is ${actual}.`;
  const found = find(shown, { code: 'wrong-balance', situation, call, message, expected, actual });
  return endedBy({ ...shown, ledger: branch.ledger }, found);
};

/** ` It moved + 5.00.`: by how much the answered balance is not the one of before; nothing where it is. */
const movedText = ({ ledger }: Case, { exchange }: Call, answer: AgentAnswer): string => {
  const heard = readBody(exchange.request.body);
  if (answer.kind !== 'balance' || heard.kind !== 'json') return '';
  const [playerId = '', currency = ''] = ['player_id', 'currency'].map((name) => {
    const node = memberOf(heard.node, name);
    return node?.kind === 'string' ? node.value : undefined;
  });
  const before = balanceOf(ledger, { playerId, currency });
  const actual = openingBalance(answer.balance, currency);
  if (before === undefined || actual === undefined || before.eq(actual)) return '';
  return ` It moved ${signed(actual.minus(before), currency)} ${currency}: the balance was ${renderAtScale(before, currency)}.`;
};
