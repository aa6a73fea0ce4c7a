import { balanceOf } from '../ledger/ledger.ts';
import type { Branch } from '../ledger/prediction.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import type { Callback } from '../spec/callback.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Situation } from '../spec/situation.ts';
import { describeError, type ErrorAnswer, isAboutSession, isSignatureRefusal } from '../wire/read-answer.ts';
import type { Call } from './call.ts';
import { type Case, endedBy, type Refusal, withFindings, withRefusal } from './case.ts';
import { type Discovery, find, shownBy } from './find.ts';
import type { Predicted } from './hear.ts';
import { alikeOf, callKind, refusedAlike } from './refused-alike.ts';

/** A valid callback was refused where no right agent refuses. */
export const judgeRefusal = (state: Case, predicted: Predicted): Case => {
  const { call, situation, answer } = predicted;
  if (answer.kind !== 'error') return state;
  const said = describeError(answer);
  const isTold = isSignatureRefusal(answer) && isAboutSigning(state, situation);
  if (call.expect.kind !== 'ledger' && answer.status < 500 && !isTold) {
    const message = `${call.label}: refused with ${said}.`;
    const noted = find(state, { code: 'observed', situation, call, message });
    return withFindings({ ...state, refused: situation }, noted);
  }
  const code = refusalCode(answer, situation, state.rules.quirks);
  const message = `${refusedWrongly(call.label, answer)}${belowZero(state, predicted)}`;
  const found = { code, situation, call, message, expected: 'content.balance', actual: said };
  return endedByRefusal(state, predicted, found);
};

/** Whether the scenario shows that such a call is verified, whatever else may be refused of it. */
const isAboutSigning = ({ rules }: Case, situation: Situation): boolean =>
  rules.requirements.some(
    ({ codes, situations }) => codes?.includes('refused-good-signature') === true && situations.includes(situation),
  );

const belowZero = ({ ledger }: Case, { situation, callback }: Predicted): string => {
  const balance = balanceOf(ledger, callback);
  return situation !== 'win-below-zero' || balance === undefined
    ? ''
    : ` The balance is ${renderAtScale(balance, callback.currency)}.`;
};

/**
 * A breach where the scenario is about such calls. Elsewhere nobody can tell by one scenario what
 * the agent minds: what is refused alike in others tells (`refused-alike.ts`).
 */
const endedByRefusal = (state: Case, { call, callback, answer, situation }: Predicted, discovery: Discovery): Case => {
  const found = find(state, discovery);
  if (answer.kind !== 'error' || !alikeCodes.has(discovery.code)) return endedBy(state, found);
  const isNamed = discovery.code !== 'refused-valid';
  const { requirements } = state.rules;
  const about = { code: discovery.code, situation, requirements, refused: state.refused };
  const refusal = refusalBy(answer, {
    kind: callKind(state, callback, situation),
    role: isNamed ? 'named' : 'open',
    owners: isNamed ? found.map(({ requirement }) => requirement) : shownBy(about),
    exchange: call.exchange.id,
  });
  return refusal.owners.length === 0
    ? { ...state, ending: { kind: 'cause', cause: refusedAlike([refusal]), refusal } }
    : withRefusal(endedBy(state, found), refusal);
};

/** Refusals that may be one with those of other calls. */
const alikeCodes: ReadonlySet<FindingCode> = new Set(['refused-valid', 'duplicate-refused', 'win-refused-below-zero']);

/** The requirement that a call breaks which was refused but applied anyway: one, whatever it is about. */
export const refusedAndApplied = ({ status }: ErrorAnswer, { type }: Callback): string => {
  if (status >= 500) return 'ROB-11';
  return type === 'makeBet' ? 'BET-12' : 'RB-01';
};

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

const refusalCode = (
  answer: ErrorAnswer,
  situation: Situation,
  { agentErrorStatus }: Case['rules']['quirks'],
): FindingCode => {
  if (isSignatureRefusal(answer)) return 'refused-good-signature';
  const isTold = answer.error !== undefined && answer.message !== undefined;
  // A check that the agent makes on purpose, whatever status it gives it.
  if (situation === 'win-below-zero' && isTold) return 'win-refused-below-zero';
  const isMeant = agentErrorStatus === 'any' && isTold;
  if (answer.status >= 500 && !isMeant) return 'server-error';
  return refusedIn[situation] ?? 'refused-valid';
};

const refusedIn: Partial<Record<Situation, FindingCode>> = {
  duplicate: 'duplicate-refused',
  'rolled-back-bet-again': 'duplicate-refused',
  'win-below-zero': 'win-refused-below-zero',
};

/** Nobody has a session of an account that is not there: the one of the call may be minded first. */
const isForItsSession = ({ rules: { sessionCodes } }: Case, situation: Situation, answer: ErrorAnswer): boolean =>
  sessionCodes !== undefined &&
  (situation === 'unknown-player' || situation === 'unknown-currency') &&
  (isAboutSession(answer) || sessionCodes.includes(answer.error ?? ''));

export interface RefusedRightly {
  readonly call: Call;
  readonly answer: ErrorAnswer;
  readonly situation: Situation;
  readonly branch?: Branch;
}

/** A refusal that was due: its status and its code (section 7). */
export const judgeErrorStatus = (state: Case, refused: RefusedRightly): Case =>
  withFindings(state, [...statusFindings(state, refused), ...codeFindings(state, refused)]);

const statusFindings = (state: Case, { call, answer, situation }: RefusedRightly) => {
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

const codeFindings = (state: Case, { call, answer, situation, branch }: RefusedRightly) => {
  const codes = branch?.answer.kind === 'refusal' ? branch.answer.codes : [];
  const wanted = call.expect.kind === 'refused' && call.expect.code !== undefined ? [call.expect.code] : codes;
  if (wanted.length === 0 || answer.error === undefined || wanted.includes(answer.error)) return [];
  if (call.expect.kind === 'any' || isForItsSession(state, situation, answer)) return [];
  const expected = wanted.join(' or ');
  const message = `${call.label}: refused with ${answer.error}, the code for this is ${expected}.`;
  const code = situation === 'bet-above-balance' ? 'insufficient-balance-code' : 'unrecommended-code';
  return find(state, { code, situation, call, message, expected, actual: answer.error });
};
