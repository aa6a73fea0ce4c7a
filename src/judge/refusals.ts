import { renderAtScale } from '../base/money.ts';
import type { Finding } from '../formats/judgement.ts';
import { balanceOf } from '../ledger/ledger.ts';
import type { Prediction } from '../ledger/prediction.ts';
import type { Outcome } from '../ledger/worlds/worlds.ts';
import type { Callback } from '../spec/callback.ts';
import type { Exchange, Failure } from '../spec/exchange.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Situation } from '../spec/situation.ts';
import { isMissedByUs } from '../wire/pace.ts';
import {
  type AgentAnswer,
  describeError,
  type ErrorAnswer,
  isAboutSession,
  isSignatureRefusal,
  readAnswer,
} from '../wire/read-answer.ts';
import type { Call, Heard } from './call.ts';
import { type Case, endedBy, type Refusal, withFindings, withRefusal } from './case.ts';
import { find, shownBy } from './find.ts';
import { alikeOf, callKind, isUncovered, otherBalance, refusedAlike } from './refused-alike.ts';

/** A valid call, what the ledger predicts of it, and the answer that came. */
export interface Predicted extends Pick<Heard, 'call' | 'callback' | 'said'> {
  readonly answer: Extract<AgentAnswer, { kind: 'balance' | 'error' }>;
  readonly prediction: Prediction;
  readonly situation: Situation;
  /** Whether no answer to an earlier sending of it was heard: what is off may as well be of that one. */
  readonly isFirstHeard: boolean;
}

/** A valid callback was refused where no right agent refuses. */
export const judgeRefusal = (state: Case, { call, callback, situation, answer }: Predicted): Case => {
  if (answer.kind !== 'error') return state;
  const said = describeError(answer);
  const isTold = isSignatureRefusal(answer) && isAboutSigning(state, situation);
  if (call.expect.kind !== 'ledger' && answer.status < 500 && !isTold) {
    const message = `${call.label}: refused with ${said}.`;
    return withFindings({ ...state, refused: situation }, find(state, { code: 'observed', situation, call, message }));
  }
  const code = refusalCode(answer, { callback, situation }, state.rules.quirks);
  const balance = balanceOf(state.ledger, callback);
  const belowZero =
    situation === 'win-below-zero' && balance !== undefined
      ? ` The balance is ${renderAtScale(balance, callback.currency)}.`
      : '';
  const message = `${refusedWrongly(call.label, answer)}${belowZero}`;
  const kind = callKind(state, callback, situation);
  const isChecked = code === 'refused-valid' && isUncovered({ code: answer.error, kind });
  const likelyCause = code === 'number-reprinted' ? reprintedNumber(callback) : isChecked ? otherBalance : undefined;
  const found = find(state, { code, situation, call, message, expected: 'content.balance', actual: said, likelyCause });
  if (!alikeCodes.has(code)) return endedBy(state, found);
  // Elsewhere nobody can tell by one scenario what the agent minds: what is refused alike in others tells.
  // A scenario that is about just this call knows what the agent minds.
  const isAboutCall = state.rules.requirements.some(({ calls }) => calls?.test(call.label) === true);
  const isNamed = code !== 'refused-valid' || isAboutCall;
  const refusal = refusalBy(answer, {
    kind,
    role: isNamed ? 'named' : 'open',
    owners: isNamed
      ? found.map(({ requirement }) => requirement)
      : shownBy({ code, situation, requirements: state.rules.requirements, refused: state.refused }),
    exchange: call.exchange.id,
  });
  return refusal.owners.length === 0
    ? { ...state, ending: { kind: 'cause', cause: refusedAlike([refusal]), refusal } }
    : withRefusal(endedBy(state, found), refusal);
};

/** Whether the scenario shows that such a call is verified, whatever else may be refused of it. */
const isAboutSigning = ({ rules }: Case, situation: Situation): boolean =>
  rules.requirements.some(
    ({ codes, situations }) => codes?.includes('refused-good-signature') === true && situations.includes(situation),
  );

/** Refusals that may be one with those of other calls. */
const alikeCodes: ReadonlySet<FindingCode> = new Set(['refused-valid', 'duplicate-refused', 'win-refused-below-zero']);

/** A refusal as it is compared with others. */
export const refusalBy = (
  answer: ErrorAnswer,
  about: Pick<Refusal, 'kind' | 'role' | 'owners' | 'exchange'>,
): Refusal => {
  const said = describeError(answer);
  return { ...about, said, code: answer.error, alike: alikeOf(said) };
};

/** What is said of a refusal where the balance is due. */
export const refusedWrongly = (label: string, answer: ErrorAnswer): string =>
  `${label}: refused with ${describeError(answer)}; it must be answered with the balance.`;

/** What a good signature that was refused breaks: its own requirement where a number of the callback tells why. */
export const signatureCode = (callback: Callback): FindingCode =>
  amountOfExponent(callback) === undefined ? 'refused-good-signature' : 'number-reprinted';

/** Why such a number is refused: what an agent signs that reads it as a double. */
export const reprintedNumber = (callback: Callback): string | undefined => {
  const amount = amountOfExponent(callback);
  if (amount === undefined) return undefined;
  const [mantissa = '', power = ''] = Number(amount).toExponential().split('e');
  const inJava = `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(power)}`;
  return `the agent reads ${amount} as a double, and signs what is printed of it: ${inJava} in Java`;
};

/** An amount that a double prints as an exponent where it is a fraction: from ten millions on, and below a thousandth. */
const amountOfExponent = (callback: Callback): string | undefined => {
  if (callback.type === 'rollback') return undefined;
  const amounts =
    callback.type === 'makeBet' ? [callback.bet, callback.win] : [callback.freespins?.accumulatedWin ?? '0'];
  return amounts.find((text) => {
    const size = Math.abs(Number(text));
    return !Number.isInteger(size) && (size >= 1e7 || size < 1e-3);
  });
};

const refusalCode = (
  answer: ErrorAnswer,
  { callback, situation }: Pick<Predicted, 'callback' | 'situation'>,
  { agentErrorStatus }: Case['rules']['quirks'],
): FindingCode => {
  if (isSignatureRefusal(answer)) return signatureCode(callback);
  const isTold = answer.error !== undefined && answer.message !== undefined;
  // A check that the agent makes on purpose, whatever status it gives it.
  if (situation === 'win-below-zero' && isTold) return 'win-refused-below-zero';
  const isMeant = agentErrorStatus === 'any' && isTold;
  if (answer.status >= 500 && !isMeant) return failureCode('server-error', situation);
  return refusedIn[situation] ?? 'refused-valid';
};

/** An agent that fails where there is nothing to roll back fails at just that (section 6, rollback, step 3). */
export const failureCode = (code: FindingCode, situation: Situation): FindingCode =>
  (code === 'server-error' || code === 'no-answer') &&
  (situation === 'rollback-unknown' || situation === 'rollback-of-refused')
    ? 'unknown-rollback-fails'
    : code;

const refusedIn: Partial<Record<Situation, FindingCode>> = {
  duplicate: 'duplicate-refused',
  'rolled-back-bet-again': 'duplicate-refused',
  'win-below-zero': 'win-refused-below-zero',
};

/** A refusal that was due. */
export interface RefusedRightly {
  readonly call: Call;
  readonly answer: ErrorAnswer;
  readonly situation: Situation;
  /** What the agent did, as far as the ledger tells. */
  readonly taken?: Pick<Outcome, 'answer'>;
}

/** What its status and its code break (section 7). */
export const errorFindings = (state: Case, refused: RefusedRightly): Finding[] => [
  ...statusFindings(state, refused),
  ...codeFindings(state, refused),
];

const statusFindings = (state: Case, { call, answer, situation }: RefusedRightly): Finding[] => {
  const { status } = answer;
  const { agentErrorStatus } = state.rules.quirks;
  if (agentErrorStatus === 'any') return [];
  const message = `${call.label}: the refusal ${describeError(answer)} comes with HTTP ${status}.`;
  if (status >= 500) return find(state, { code: 'business-error-5xx', situation, call, message });
  if (takesStatus(agentErrorStatus, status)) return [];
  return find(state, { code: 'error-status', situation, call, message });
};

const takesStatus = (mode: Exclude<Quirks['agentErrorStatus'], 'any'>, status: number): boolean => {
  if (mode === '200-only') return status === 200;
  return mode === 'below-500' || status >= 400;
};

const codeFindings = (state: Case, { call, answer, situation, taken }: RefusedRightly): Finding[] => {
  const codes = taken?.answer.kind === 'refusal' ? taken.answer.codes : [];
  const wanted = call.expect.kind === 'refused' && call.expect.code !== undefined ? [call.expect.code] : codes;
  if (wanted.length === 0 || answer.error === undefined || wanted.includes(answer.error)) return [];
  if (call.expect.kind === 'any' || isForItsSession(state, situation, answer)) return [];
  const expected = wanted.join(' or ');
  const message = `${call.label}: refused with ${answer.error}, the code for this is ${expected}.`;
  const code = situation === 'bet-above-balance' ? 'insufficient-balance-code' : 'unrecommended-code';
  return find(state, { code, situation, call, message, expected, actual: answer.error });
};

/** Nobody has a session of an account that is not there: the one of the call may be minded first. */
const isForItsSession = ({ rules: { sessionCodes } }: Case, situation: Situation, answer: ErrorAnswer): boolean =>
  sessionCodes !== undefined &&
  (situation === 'unknown-player' || situation === 'unknown-currency') &&
  (isAboutSession(answer) || sessionCodes.includes(answer.error ?? ''));

/** Failures that say something about the agent; the others only that nobody was there. */
const silenceCodes: Partial<Record<Failure, FindingCode>> = {
  timeout: 'too-slow',
  closed: 'no-answer',
  'too-large': 'answer-not-json',
  unreadable: 'answer-not-json',
};

/** A call without an answer. */
export interface Unheard {
  readonly call: Call;
  readonly situation: Situation;
  readonly answer: Extract<AgentAnswer, { kind: 'none' }>;
}

/** No answer to a callback that a right agent answers: a breach, or nothing to judge. */
export const judgeSilence = (state: Case, { call, situation, answer }: Unheard): Case => {
  if (isMissedByUs(call.exchange)) {
    // Nobody can say whether the agent was late, too.
    const message =
      'A time limit was missed while walletproof itself was stalled for much of that time: this says nothing about the agent.';
    return {
      ...state,
      ending: { kind: 'cause', cause: { code: 'own-delay', message, exchanges: [call.exchange.id] } },
    };
  }
  const code = silenceCodes[answer.failure];
  const message = `${call.label}: ${answer.message}`;
  if (code === undefined) return { ...state, ending: { kind: 'inconclusive', reason: message } };
  const isBlocked = code === 'too-slow' && situation === 'together';
  const likelyCause = isBlocked ? 'calls at once wait for each other: for a lock, or for a worker' : undefined;
  return endedBy(state, find(state, { code: failureCode(code, situation), situation, call, message, likelyCause }));
};

/** The requirement that a call breaks which was refused but applied anyway: one, whatever it is about. */
export const refusedAndApplied = ({ status }: ErrorAnswer, { type }: Callback): string => {
  if (status >= 500) return 'ROB-11';
  return type === 'makeBet' ? 'BET-12' : 'RB-01';
};

/** A valid call that was refused, and the proof that it was applied all the same. */
interface Applied extends Pick<Heard, 'call' | 'callback'> {
  readonly answer: ErrorAnswer;
  readonly situation: Situation;
  /** The call whose answer shows that its money moved. */
  readonly proof: Exchange;
  /** Balances, at the currency's scale: what there is, and what there would be without it. */
  readonly is: string | undefined;
  readonly must: string | undefined;
}

/** A valid call was refused, and the balance is what it is where the call was applied: one requirement. */
export const appliedAllTheSame = (state: Case, applied: Applied): Finding[] => {
  const { call, callback, answer, situation, proof, is, must } = applied;
  const found = find(state, {
    code: 'refused-and-applied',
    situation,
    call: { ...call, exchange: proof },
    message: `${call.label}: refused with ${describeError(answer)}, but applied anyway: the balance is ${is}, it was ${must}.`,
    expected: must,
    actual: is,
    likelyCause: `refused with ${answer.error ?? `HTTP ${answer.status}`} after the money had moved`,
    before: [call.exchange.id],
  });
  const requirement = refusedAndApplied(answer, callback);
  return found.slice(0, 1).map((finding) => ({ ...finding, requirement }));
};

/** The refused call, the one right after it that was not understood, and the same once more. */
interface Leftover {
  /** The refused call right before it; undefined where that was of another scenario. */
  readonly previous: { readonly id: string; readonly status: number } | undefined;
  readonly call: Call;
  readonly again: Call;
}

/** The body of a refused call was left on the connection, and read as the beginning of the next. */
export const leftOnConnection = (state: Case, { previous, call, again }: Leftover): Finding[] => {
  const said = readAnswer(call.exchange.answer);
  const how = said.kind === 'error' ? `answered with ${describeError(said)}` : 'left without an answer';
  const [after, over] =
    previous === undefined
      ? [' on a kept connection', ' over a new one']
      : [` right after a call that was refused with HTTP ${previous.status}`, ''];
  return find(state, {
    code: 'body-left-on-connection',
    situation: 'balance',
    call: { ...call, exchange: again.exchange },
    message: `${call.label}: ${how}${after}; sent once more${over}, it was answered as it must be.`,
    likelyCause:
      'the body of the refused call before was left on the connection, and read as the beginning of this one',
    before: [...(previous === undefined ? [] : [previous.id]), call.exchange.id],
  });
};

/** What a server says that could not read a request: nothing, or a 400 in words of its own. */
export const isGarbled = ({ exchange }: Pick<Call, 'exchange'>): boolean => {
  const answer = readAnswer(exchange.answer);
  if (answer.kind === 'none') return answer.failure === 'closed';
  // 405 and 501 to a POST: what was read as its first line was something else.
  if (answer.kind !== 'error') return false;
  return answer.status === 405 || answer.status === 501 || (answer.status < 500 && answer.error === undefined);
};

/** A body that is taken for a wrong one, with a code of the agent's own, where it was a right one. */
export const isMisread = ({ exchange }: Pick<Call, 'exchange'>): boolean => {
  const answer = readAnswer(exchange.answer);
  return answer.kind === 'error' && misread.has(answer.status) && !ofTheWallet.test(answer.error ?? '');
};

const misread: ReadonlySet<number> = new Set([400, 415, 422]);

/** Codes of what a wallet minds (section 4). */
const ofTheWallet = /signature|balance|player|currency|session/;
