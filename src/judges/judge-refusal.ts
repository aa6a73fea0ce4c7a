import type { AgentAnswer } from '../callbacks/read-answer.ts';
import type { Branch } from '../ledger/prediction.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Situation } from '../spec/situation.ts';
import type { Call } from './call.ts';
import type { Case } from './case.ts';
import { endedBy, withFindings } from './case.ts';
import { find } from './find.ts';
import type { Predicted } from './hear.ts';

export type ErrorAnswer = Extract<AgentAnswer, { kind: 'error' }>;

/** A valid callback was refused where no right agent refuses. */
export const judgeRefusal = (state: Case, predicted: Predicted): Case => {
  const { call, situation, answer } = predicted;
  if (answer.kind !== 'error') return state;
  const said = describeError(answer);
  if (call.expect.kind !== 'ledger' && answer.status < 500) {
    const message = `${call.label}: refused with ${said}.`;
    const noted = find(state, { code: 'observed', situation, call, message });
    return withFindings({ ...state, refused: situation }, noted);
  }
  const code = refusalCode(answer, situation);
  const message = refusedWrongly(call.label, answer);
  return endedBy(
    state,
    find(state, { code, situation, call, message, expected: 'content.balance', actual: said }),
  );
};

/** What is said of a refusal where the balance is due. */
export const refusedWrongly = (label: string, answer: ErrorAnswer): string =>
  `${label}: refused with ${describeError(answer)}, it must be answered with the balance.`;

const refusalCode = (answer: ErrorAnswer, situation: Situation): FindingCode => {
  if (isSignatureRefusal(answer)) return 'refused-good-signature';
  if (answer.status >= 500) return 'server-error';
  return refusedIn[situation] ?? 'refused-valid';
};

const refusedIn: Partial<Record<Situation, FindingCode>> = {
  duplicate: 'duplicate-refused',
  'rolled-back-bet-again': 'duplicate-refused',
  'win-below-zero': 'win-refused-below-zero',
};

/** Whether the error is about the signature: by its code, or by a bare 401. */
export const isSignatureRefusal = ({ error, status }: ErrorAnswer): boolean =>
  error === undefined ? status === 401 : /signature/i.test(error);

/** Whether the agent says that it does not know the session. */
export const isAboutSession = ({ error = '', message = '' }: ErrorAnswer): boolean =>
  /session/i.test(`${error} ${message}`);

/** `HTTP 403 invalid_signature ("Invalid signature")`. */
export const describeError = ({ status, error, message }: ErrorAnswer): string => {
  const told = message === undefined ? '' : ` ("${message.slice(0, 200)}")`;
  return `HTTP ${status} ${error ?? 'without an error code'}${told}`;
};

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
  const message = `${call.label}: the refusal ${describeError(answer)} comes with HTTP ${status}.`;
  if (status >= 500) return find(state, { code: 'business-error-5xx', situation, call, message });
  if (takesStatus(state.rules.quirks.agentErrorStatus, status)) return [];
  return find(state, { code: 'error-status', situation, call, message });
};

const takesStatus = (mode: Quirks['agentErrorStatus'], status: number): boolean => {
  if (mode === '200-only') return status === 200;
  return mode === 'below-500' || status >= 400;
};

const codeFindings = (state: Case, { call, answer, situation, branch }: RefusedRightly) => {
  const codes = branch?.answer.kind === 'refusal' ? branch.answer.codes : [];
  const wanted =
    call.expect.kind === 'refused' && call.expect.code !== undefined ? [call.expect.code] : codes;
  if (wanted.length === 0 || answer.error === undefined || wanted.includes(answer.error)) return [];
  const expected = wanted.join(' or ');
  const message = `${call.label}: refused with ${answer.error}, the code for this is ${expected}.`;
  const code =
    situation === 'bet-above-balance' ? 'insufficient-balance-code' : 'unrecommended-code';
  return find(state, { code, situation, call, message, expected, actual: answer.error });
};
