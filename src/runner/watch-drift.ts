import type { ReportedExchange } from '../formats/run.ts';
import type { Judgement } from '../judges/judge-scenario.ts';
import type { Account } from '../ledger/ledger.ts';
import { accountKey } from '../ledger/ledger.ts';
import type { Amount } from '../money/amount.ts';
import { isAboutMoney } from '../spec/finding.ts';
import { pause } from '../world/clock.ts';
import type { Drift } from './account-book.ts';
import { ownScenario, readBalance, shownBalance } from './own-calls.ts';
import type { Play } from './play.ts';
import { openPlay } from './play.ts';
import type { PlayedScenario } from './play-scenario.ts';
import type { RunContext } from './run-context.ts';

/** How long an account is watched without a call that moves anything, milliseconds. */
const watchMs = 300;

const scenario = ownScenario('watch', 'Nobody else moves the money of the players');

/**
 * Where a balance was wrong and no story of our own calls explains it, the accounts are watched
 * for a moment: if they change by themselves, somebody else moves the money. Gives back what was
 * asked.
 */
export const watchAccounts = async (
  context: RunContext,
  played: readonly PlayedScenario[],
): Promise<readonly ReportedExchange[]> => {
  const suspects = suspectAccounts(played);
  if (suspects.length === 0 || context.signal.aborted) return [];
  const play = openPlay(context, scenario, 0);
  const before = await balancesOf(play, suspects);
  await pause(context.clock, watchMs, context.signal);
  const after = await balancesOf(play, suspects);
  for (const [index, account] of suspects.entries()) {
    const [was, is] = [before[index], after[index]];
    if (was !== undefined && is !== undefined && !was.eq(is)) {
      context.book.noteDrift(account, was, is);
    }
  }
  return play.exchanges;
};

const suspectAccounts = (played: readonly PlayedScenario[]): Account[] => {
  const unexplained = played.filter(
    ({ ending }) => ending?.kind === 'breach' && ending.finding.code === 'wrong-balance',
  );
  const accounts = unexplained.flatMap((each) => each.accounts);
  return [...new Map(accounts.map((account) => [accountKey(account), account])).values()];
};

const balancesOf = async (play: Play, accounts: readonly Account[]) => {
  const balances: (Amount | undefined)[] = [];
  for (const account of accounts) {
    balances.push(shownBalance(await readBalance(play, account, 'valid'), account.currency));
  }
  return balances;
};

/**
 * What was played, without breaches that are no proof: where somebody else moves the money of an
 * account, a wrong balance in it says nothing of the agent. It is inconclusive then.
 */
export const discountDrift = (
  played: readonly PlayedScenario[],
  drifts: readonly Drift[],
): readonly PlayedScenario[] =>
  played.map((one) => {
    const keys = new Set(one.accounts.map(accountKey));
    const drift = drifts.find(({ account }) => keys.has(accountKey(account)));
    return drift === undefined || !endedOverMoney(one) ? one : withoutProof(one, drift.sentence);
  });

const endedOverMoney = ({ ending }: PlayedScenario): boolean =>
  ending?.kind === 'breach' && isAboutMoney(ending.finding.code);

const withoutProof = (one: PlayedScenario, reason: string): PlayedScenario => ({
  ...one,
  ending: { kind: 'inconclusive', reason },
  result: { ...one.result, verdict: 'inconclusive', reason },
  judgements: one.judgements.map((judgement) => inconclusive(judgement, reason)),
});

const inconclusive = ({ requirement, findings }: Judgement, reason: string): Judgement => ({
  requirement,
  verdict: 'inconclusive',
  findings: findings.filter(({ code }) => !isAboutMoney(code)),
  reason,
});
