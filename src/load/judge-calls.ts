import type { Finding } from '../formats/judgement.ts';
import { judgeTogether } from '../judge/at-once.ts';
import type { Call } from '../judge/call.ts';
import { type Case, findingsIn, openCase, unsureAccounts } from '../judge/case.ts';
import { judgeCall } from '../judge/one-call.ts';
import type { Account } from '../ledger/account.ts';
import { balanceOf, emptyLedger, type Ledger, setBalance, settle, type Transaction } from '../ledger/ledger.ts';
import { zero } from '../money/amount.ts';
import type { MakeBet } from '../spec/callback.ts';
import { isAboutMoney, isMustByEffect } from '../spec/finding.ts';
import { requirements } from '../spec/requirements/catalogue.ts';
import { keptOf, type LoadAccount, type LoadTransaction } from './account.ts';
import type { LoadPlan } from './load-plan.ts';
import type { Running } from './player.ts';
import { amountOfUnits, unitsOfAmount } from './units.ts';

/** Calls that left at once, or one; `read`: the quiet getBalance after calls at once. */
export interface JudgedGroup {
  readonly calls: readonly Call[];
  readonly read?: Call;
}

/** The judgement of an activity before its first call: the ordinary judges', with what its account knows. */
export const openJudgement = ({ quirks }: Pick<LoadPlan, 'quirks'>, whose: Account, account: LoadAccount): Case => ({
  ...openCase({ file: loadFile, requirements: [], quirks }),
  ledger: account.recent.reduce<Ledger>(
    (ledger, each) => settle(ledger, transactionOf(each, whose, account.scale), zero),
    setBalance(emptyLedger, whose, amountOfUnits(account.balance, account.scale)),
  ),
});

/** What stands for a scenario in the findings of a load. */
export const loadFile = 'load';

const transactionOf = (
  { state, id, bet, win }: Omit<LoadTransaction, 'callback'>,
  { playerId, currency }: Account,
  scale: number,
): Transaction => ({
  state,
  id,
  account: { playerId, currency },
  bet: amountOfUnits(bet, scale),
  win: amountOfUnits(win, scale),
});

/** The judgement after one more group. */
export const judgeGroup = (state: Case, { calls, read }: JudgedGroup): Case => {
  if (state.ending !== undefined) return state;
  if (read !== undefined) return judgeTogether(state, { calls, reads: [read] });
  return calls.reduce(judgeCall, state);
};

/** Whether several balances are possible: a quiet read tells. */
export const isUnsure = (state: Case): boolean => unsureAccounts(state).length > 0;

/** What was played of an activity by now. */
type Played = Pick<Running, 'start' | 'groups'>;

/** The account as the ledger has it, without what nobody knows for certain; undefined where several balances are possible. */
export const accountAfter = (
  state: Case,
  whose: Account,
  played: Played,
): Pick<LoadAccount, 'balance' | 'recent'> | undefined => {
  const { scale } = played.start;
  const amount = isUnsure(state) ? undefined : balanceOf(state.ledger, whose);
  const balance = amount && unitsOfAmount(amount, scale);
  if (balance === undefined) return undefined;
  const sent = makeBetsIn(played);
  const recent = [...state.ledger.transactions.values()]
    .filter(({ id }) => !state.doubtful.includes(id))
    .flatMap((each) => recentOf(each, sent.get(each.id), scale) ?? []);
  return { balance, recent: keptOf(recent) };
};

/** What was sent, by transaction. */
const makeBetsIn = ({ start, groups }: Played): ReadonlyMap<string, MakeBet> => {
  const known = new Map(start.recent.map(({ id, callback }) => [id, callback]));
  for (const { planned } of groups.flatMap(({ calls }) => calls)) {
    const { callback } = planned;
    if (callback.type !== 'makeBet' || known.has(callback.transactionId)) continue;
    known.set(callback.transactionId, callback);
  }
  return known;
};

const recentOf = (
  { id, state, bet, win }: Transaction,
  callback: MakeBet | undefined,
  scale: number,
): LoadTransaction | undefined => {
  const [betUnits, winUnits] = [bet, win].map((each) => unitsOfAmount(each, scale));
  if (!callback || betUnits === undefined || winUnits === undefined) return undefined;
  if (state !== 'processed' && state !== 'rolled-back' && state !== 'refused') return undefined;
  return { id, state, bet: betUnits, win: winUnits, callback };
};

/** The findings that a load is about: broken musts, and whatever is about money. What is only better form is for `test`. */
export const breachesIn = (state: Case): readonly Finding[] => findingsIn(state).filter(isLoadBreach);

const isLoadBreach = (finding: Finding): boolean =>
  finding.weight === 'breach' &&
  (isAboutMoney(finding.code) || isMustByEffect(finding) || musts.has(finding.requirement));

const musts: ReadonlySet<string> = new Set(requirements.filter(({ level }) => level === 'must').map(({ id }) => id));
