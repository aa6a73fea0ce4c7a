import type { Finding } from '../formats/judgement.ts';
import { judgeTogether } from '../judge/at-once.ts';
import { type Call, hearAnswer } from '../judge/call.ts';
import { type Case, findingsIn, worldRules } from '../judge/case.ts';
import { judgeCall } from '../judge/one-call.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { forcedOutcomesIn, outcomesIn } from '../ledger/worlds/worlds.ts';
import { type FindingCode, isAboutMoney, isMustByEffect } from '../spec/finding.ts';
import { agentErrorCodes } from '../spec/refusal.ts';
import { findRequirement } from '../spec/requirements/catalogue.ts';
import type { Level } from '../spec/verdict.ts';
import { isClosedKept } from '../wire/pace.ts';
import { type AgentAnswer, describeError, readAnswer } from '../wire/read-answer.ts';
import type { PlannedCall } from './account.ts';

/** A call of a load and its answer, as the judge takes it. */
export interface PlayedCall {
  readonly planned: PlannedCall;
  readonly call: Call;
}

/** Calls that were answered; `read`: the quiet getBalance after calls at once. */
export interface PlayedGroup {
  readonly calls: readonly PlayedCall[];
  readonly read?: PlayedCall;
}

/** Differences that no call explains: perhaps somebody else moves the money. */
export const unexplained: ReadonlySet<FindingCode> = new Set([
  'wrong-balance',
  'wrong-arithmetic',
  'undecodable-balance',
  'no-serial-order',
]);

/** The judgement after one more group. */
export const judgeGroup = (state: Case, { calls, read }: PlayedGroup): Case => {
  const heard = calls.map(({ call }) => call);
  if (read !== undefined) return judgeTogether(state, { calls: heard, reads: [read.call] });
  return heard.reduce(judgeCall, state);
};

/** All calls of groups, in the order in which they were sent. */
export const callsIn = (groups: readonly PlayedGroup[]): PlayedCall[] =>
  groups.flatMap(({ calls, read }) => (read === undefined ? calls : [...calls, read]));

export const answerOf = ({ call }: PlayedCall): AgentAnswer => readAnswer(call.exchange.answer);

export const isOf = ({ planned }: PlayedCall, type: PlannedCall['callback']['type']): boolean =>
  planned.callback.type === type;

/**
 * The findings that a load is about: broken musts, and whatever is about money. What is only better form is for `test`.
 */
export const breachesIn = (state: Case): readonly Finding[] => findingsIn(state).filter(isLoadBreach);

const isLoadBreach = (finding: Finding): boolean =>
  finding.weight === 'breach' &&
  (isAboutMoney(finding.code) || isMustByEffect(finding, levelOf(finding)) || levelOf(finding) === 'must');

const levelOf = ({ requirement }: Finding): Level => findRequirement(requirement)?.level ?? 'must';

/**
 * The ledger after an activity whose judgement has ended: whatever the agent took of it applied once,
 * covered or not. `odd`: answers that say nothing of it.
 */
export const ledgerOfTaken = (
  start: Ledger,
  { groups, state }: { readonly groups: readonly PlayedGroup[]; readonly state: Case },
  odd: 'taken' | 'refused',
): Ledger => {
  const rules = { ...worldRules(state), isShared: true };
  let ledger = start;
  for (const { planned, call } of groups.flatMap(({ calls }) => calls)) {
    const { kind } = hearAnswer(call.exchange);
    if (kind === 'error' || (kind === 'odd' && odd === 'refused')) continue;
    const outcomes = [outcomesIn, forcedOutcomesIn].flatMap((from) => from(rules, ledger, planned.callback));
    ledger = outcomes.find(({ answer }) => answer.kind === 'balance')?.world ?? ledger;
  }
  return ledger;
};

/** What came, where it is no balance. */
export const saidOf = (answer: AgentAnswer): string => {
  switch (answer.kind) {
    case 'error':
      return describeError(answer);
    case 'none':
      return `${answer.failure}: ${answer.message}`;
    case 'odd':
      return answer.detail;
    case 'balance':
      return `the balance ${answer.balance}`;
  }
};

/** Other answers say nothing of the wallet: what was called may be applied or not, and is sent again. */
export const isClear = (isLost: boolean, { answer }: Pick<Call['exchange'], 'answer'>): boolean => {
  const read = readAnswer(answer);
  if (read.kind === 'none') return isLost && read.failure === 'dropped';
  if (read.kind !== 'error') return true;
  if (read.error === 'internal_error' || read.status === 429) return false;
  // A code of section 7 is clear, whatever the status.
  return read.status < 500 || agentErrorCodes.some((each) => each === read.error);
};

/** It met a kept connection that had closed: it was not sent, and goes out at once. */
export const wasNotSent = ({ call }: PlayedCall): boolean => isClosedKept(call.exchange);
