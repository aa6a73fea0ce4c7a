import type { Finding } from '../formats/judgement.ts';
import { judgeTogether } from '../judge/at-once.ts';
import { type Call, hearAnswer } from '../judge/call.ts';
import { type Case, findingsIn, openCase, unsureAccounts, worldRules } from '../judge/case.ts';
import { judgeCall } from '../judge/one-call.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { forcedOutcomesIn, outcomesIn } from '../ledger/worlds/worlds.ts';
import { isAboutMoney, isMustByEffect } from '../spec/finding.ts';
import { requirements } from '../spec/requirements/catalogue.ts';
import { accountWith, type LoadAccount, type PlannedCall } from './account.ts';
import type { LoadPlan } from './load-plan.ts';
import type { Running } from './player.ts';

/** Calls that left at once, or one; `read`: the quiet getBalance after calls at once. */
export interface JudgedGroup {
  readonly calls: readonly Call[];
  readonly read?: Call;
}

/** The judgement of an activity before its first call: the ordinary judges', with what its account knows. */
export const openJudgement = ({ quirks }: Pick<LoadPlan, 'quirks'>, { ledger }: LoadAccount): Case => ({
  ...openCase({ file: loadFile, requirements: [], quirks }),
  ledger,
});

/** What stands for a scenario in the findings of a load. */
export const loadFile = 'load';

/** The judgement after one more group. */
export const judgeGroup = (state: Case, { calls, read }: JudgedGroup): Case => {
  if (state.ending !== undefined) return state;
  if (read !== undefined) return judgeTogether(state, { calls, reads: [read] });
  return calls.reduce(judgeCall, state);
};

/** Whether several balances are possible: a quiet read tells. */
export const isUnsure = (state: Case): boolean => unsureAccounts(state).length > 0;

/** The account as the ledger has it, without what nobody knows for certain; undefined where several balances are possible. */
export const accountAfter = (
  state: Case,
  { start, groups }: Pick<Running, 'start' | 'groups'>,
): LoadAccount | undefined => {
  if (isUnsure(state)) return undefined;
  const transactions = state.ledger.transactions.deleteAll(state.doubtful);
  return accountWith(start, { ...state.ledger, transactions }, sentIn(groups));
};

const sentIn = (groups: Running['groups']): PlannedCall[] =>
  groups.flatMap(({ calls }) => calls.map(({ planned }) => planned));

/**
 * The ledger after an activity whose judgement has ended: whatever the agent took of it applied once,
 * covered or not. `odd`: answers that say nothing of it.
 */
export const ledgerOfTaken = (
  { start, groups }: Pick<Running, 'start' | 'groups'>,
  state: Case,
  odd: 'taken' | 'refused',
): Ledger => {
  const rules = { ...worldRules(state), isShared: true };
  let { ledger } = start;
  for (const { planned, sent } of groups.flatMap(({ calls }) => calls)) {
    const { kind } = hearAnswer(sent);
    if (kind === 'error' || (kind === 'odd' && odd === 'refused')) continue;
    const outcomes = [outcomesIn, forcedOutcomesIn].flatMap((from) => from(rules, ledger, planned.callback));
    ledger = outcomes.find(({ answer }) => answer.kind === 'balance')?.world ?? ledger;
  }
  return ledger;
};

/** The findings that a load is about: broken musts, and whatever is about money. What is only better form is for `test`. */
export const breachesIn = (state: Case): readonly Finding[] => findingsIn(state).filter(isLoadBreach);

const isLoadBreach = (finding: Finding): boolean =>
  finding.weight === 'breach' &&
  (isAboutMoney(finding.code) || isMustByEffect(finding) || musts.has(finding.requirement));

const musts: ReadonlySet<string> = new Set(requirements.filter(({ level }) => level === 'must').map(({ id }) => id));
