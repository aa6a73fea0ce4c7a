import type { Judgement } from '../judges/judge-scenario.ts';
import { accountKey } from '../ledger/ledger.ts';
import { isAboutMoney } from '../spec/finding.ts';
import type { Drift } from './account-book.ts';
import type { Played } from './play-scenario.ts';

/**
 * What was played, without breaches that are no proof: where somebody else moves the money of an
 * account, a wrong balance in it says nothing of the agent. It is inconclusive then.
 */
export const discountDrift = (
  played: readonly Played[],
  drifts: readonly Drift[],
): readonly Played[] =>
  played.map((one) => {
    const keys = new Set(one.accounts.map(accountKey));
    const drift = drifts.find(({ account }) => keys.has(accountKey(account)));
    return drift === undefined || !endedOverMoney(one) ? one : withoutProof(one, drift.sentence);
  });

const endedOverMoney = ({ ending }: Played): boolean =>
  ending?.kind === 'breach' && isAboutMoney(ending.finding.code);

const withoutProof = (one: Played, reason: string): Played => ({
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
