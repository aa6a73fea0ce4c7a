import type { Finding } from '../../src/formats/judgement.ts';
import type { Call } from '../../src/judge/call.ts';
import { type Case, findingsIn, openCase } from '../../src/judge/case.ts';
import { judgeCall } from '../../src/judge/one-call.ts';
import type { Account } from '../../src/ledger/account.ts';
import type { AmountText, Callback } from '../../src/spec/callback.ts';
import type { Answer, Exchange, Failure } from '../../src/spec/exchange.ts';
import type { SignatureVariant } from '../../src/spec/fault.ts';
import { defaultQuirks, type Quirks } from '../../src/spec/quirks.ts';
import type { Requirement } from '../../src/spec/requirement.ts';
import { findRequirement } from '../../src/spec/requirements/catalogue.ts';
import type { Intent } from '../../src/wire/message.ts';
import { anna, getBalance } from '../ledger/wallet.ts';

export const answered = (status: number, body: string, contentType = 'application/json; charset=utf-8'): Answer => ({
  kind: 'answered',
  status,
  headers: contentType === '' ? {} : { 'content-type': contentType },
  body: new TextEncoder().encode(body),
});

/** The answer of section 6. */
export const balance = (text: AmountText): Answer => answered(200, `{"content":{"balance":${text}}}`);

/** The error answer of section 7. */
export const refusal = (error: string, status = 400): Answer =>
  answered(status, JSON.stringify({ error, message: `no: ${error}` }));

export const failed = (failure: Failure, message = `it ended: ${failure}.`): Answer => ({
  kind: 'failed',
  failure,
  message,
});

const bytes = new Uint8Array();

export const exchangeOf = (
  callback: Callback | undefined,
  answer: Answer,
  given: Partial<Exchange> = {},
): Exchange => ({
  id: callback?.requestId ?? 'raw',
  direction: 'callback',
  kind: callback?.type ?? 'other',
  subject: subjectOf(callback),
  request: { method: 'POST', url: 'http://127.0.0.1/callback', headers: {}, body: bytes },
  answer,
  startedAt: 0,
  durationMs: 5,
  ...given,
});

const subjectOf = (callback: Callback | undefined): Exchange['subject'] => ({
  agentId: 1001,
  playerId: callback === undefined ? undefined : callback.playerId,
  ...(callback === undefined || callback.type === 'getBalance' ? {} : { transactionId: callback.transactionId }),
});

const labelOf = (callback: Callback): string =>
  callback.type === 'getBalance' ? 'getBalance' : `${callback.type} ${callback.transactionId}`;

const call = (intent: Intent, callback: Callback | undefined, answer: Answer): Call => ({
  label: callback === undefined ? 'POST with a raw body' : labelOf(callback),
  line: 1,
  intent,
  expect: { kind: 'ledger' },
  exchange: exchangeOf(callback, answer),
});

/** A valid callback and its answer. */
export const said = (callback: Callback, answer: Answer): Call => call({ kind: 'valid', callback }, callback, answer);

/** A getBalance whose balance nobody knows yet. */
export const opening = (answer: Answer, account: Account = anna): Call =>
  call({ kind: 'opening', callback: getBalance(account) }, getBalance(account), answer);

/** The getBalance after a refusal. */
export const probe = (answer: Answer, account: Account = anna): Call =>
  call({ kind: 'probe', callback: getBalance(account) }, getBalance(account), answer);

export const badlySigned = (
  callback: Callback,
  answer: Answer,
  variant: SignatureVariant | 'tampered' = 'wrong',
): Call => call({ kind: 'badly-signed', variant }, callback, answer);

export const oddlySigned = (callback: Callback, answer: Answer): Call =>
  call({ kind: 'oddly-signed', callback, variant: 'upper-case' }, callback, answer);

/** Signed, but with a field that is missing or impossible. */
export const invalid = (callback: Callback, answer: Answer): Call => call({ kind: 'invalid' }, callback, answer);

export const malformed = (answer: Answer): Call => call({ kind: 'malformed' }, undefined, answer);

/** The call of a step that demands a refusal, of that code if one is given. */
export const demandingRefusal = (each: Call, code?: string): Call => ({
  ...each,
  expect: { kind: 'refused', code },
});

/** The call of a step that takes any answer. */
export const takingAny = (each: Call): Call => ({ ...each, expect: { kind: 'any' } });

export const requirementOf = (id: string): Requirement => {
  const requirement = findRequirement(id);
  if (requirement === undefined) throw new TypeError(`No requirement ${id}.`);
  return requirement;
};

export const caseOf = (ids: readonly string[], quirks: Partial<Quirks> = {}): Case =>
  openCase({
    file: 'scenario.yaml',
    requirements: ids.map(requirementOf),
    quirks: { ...defaultQuirks, ...quirks },
  });

/** A case of a scenario that shows those requirements, where anna has 100 USD. */
export const annasCase = (ids: readonly string[] = [], quirks: Partial<Quirks> = {}): Case =>
  judgeCall(caseOf(ids, quirks), opening(balance('100')));

export const judgeAll = (state: Case, ...calls: readonly Call[]): Case => calls.reduce(judgeCall, state);

/** `double-application IDEM-01`; the weight too where it is no breach. */
export const findingsOf = (state: Case): string[] => textsOf(findingsIn(state));

export const textsOf = (findings: readonly Finding[]): string[] =>
  findings.map(({ code, requirement, weight }) =>
    [code, requirement, ...(weight === 'breach' ? [] : [weight])].join(' '),
  );
