import { amountOf } from '../base/money.ts';
import { plural } from '../base/quantities.ts';
import type { LoadBreach, LoadDoubt, LoadGoal, LoadReport } from '../formats/load-report.ts';
import { failsLoad } from '../report/load/load-breaches.ts';
import { type ExitCode, exitCodes } from '../spec/walletproof-error.ts';
import { judgeGoals, latenessTold, parseGoals } from './load-goals.ts';

/** All of a report but what is concluded from it. */
export type LoadParts = Omit<LoadReport, 'verdict' | 'reasons' | 'goals'>;

/**
 * The report of a load: its verdict with the reasons for it, its goals (`asked.failOn`), and whether the
 * generator itself was late. `gaps`: why not all of it is here. A breach or a missed goal outranks what
 * could not be judged.
 */
export const concludeLoad = (parts: LoadParts, gaps: readonly string[] = []): LoadReport => {
  const goals = judgeGoals(parseGoals(parts.asked.failOn), parts);
  const tooLate = latenessTold(parts);
  const broken = [...breachReasons(parts), ...goalReasons(goals, 'missed')];
  const open = [...parts.stopped, ...gaps, ...openReasons(parts), ...goalReasons(goals, 'not-judged')];
  return {
    ...parts,
    verdict: verdictOf(broken, open),
    reasons: [...broken, ...open],
    goals,
    health: { ...parts.health, ...(tooLate === undefined ? {} : { tooLate }) },
  };
};

/** The exit code of a report, as `test` has them. */
export const loadExitCode = (report: LoadReport): ExitCode => {
  switch (report.verdict) {
    case 'conformant':
      return exitCodes.passed;
    case 'nonconformant':
      return exitCodes.nonconformant;
    case 'inconclusive':
      return exitCodes.notJudged;
  }
};

const verdictOf = (broken: readonly string[], open: readonly string[]): LoadReport['verdict'] => {
  if (broken.length > 0) return 'nonconformant';
  return open.length > 0 ? 'inconclusive' : 'conformant';
};

/** What fails the load. Breaches of which none is certain are told as open: `openReasons`. */
const breachReasons = (parts: LoadParts): string[] =>
  parts.breaches.some((breach) => failsLoad(breach) && isCertain(breach, parts.doubts)) ? [countedBreaches(parts)] : [];

/** Where balances of other players are unexplained, somebody else moves money: one balance proves nothing. */
const isCertain = ({ restsOn, player }: LoadBreach, doubts: readonly LoadDoubt[]): boolean =>
  restsOn === 'calls' ||
  !doubts.some(({ about, parked, ...doubt }) => about === 'money' && parked > (doubt.player === player ? 1 : 0));

const countedBreaches = ({ breachCounts }: LoadParts): string => {
  const counts = Object.entries(breachCounts).toSorted(([, one], [, other]) => other - one);
  const all = counts.reduce((total, [, count]) => total + count, 0);
  return `${plural(all, 'breach', 'breaches')}: ${counts.map(([code, count]) => `${code} ${count}`).join(', ')}`;
};

const openReasons = (parts: LoadParts): string[] => {
  const { judged, stopped, partial, doubts } = parts;
  return [
    ...(judged === 0 && stopped.length === 0 ? ['No answer was judged'] : []),
    ...(partial === true && stopped.length === 0 ? ['It was interrupted before its end'] : []),
    ...uncertainReasons(parts),
    ...doubts.filter(({ about }) => about !== 'note').map(doubtReason),
    ...driftReasons(parts),
  ];
};

const uncertainReasons = (parts: LoadParts): string[] => {
  const failing = parts.breaches.filter(failsLoad);
  if (failing.length === 0 || failing.some((breach) => isCertain(breach, parts.doubts))) return [];
  return [
    `${countedBreaches(parts)}; each rests on one balance, and balances of other players are unexplained: somebody else moves their money`,
  ];
};

const doubtReason = ({ reason, count, parked }: LoadDoubt): string => {
  const times = count === 1 ? 'once' : `${count} times`;
  const players = parked === 0 ? '' : `; ${plural(parked, 'player')} not called any more`;
  return `${reason.replace(/\.$/, '')} (${times}${players})`;
};

/** Where nothing else tells why accounts differ in the end. */
const driftReasons = ({ money, breachCounts, doubts, partial }: LoadParts): string[] => {
  const isTold = doubts.some(({ about }) => about !== 'note');
  if (Object.keys(breachCounts).length > 0 || isTold || partial === true) return [];
  return money.flatMap(({ currency, drift }) =>
    amountOf(drift).eq(0) ? [] : [`The accounts of ${currency} differ by ${drift} in the end, and no call shows why`],
  );
};

const goalReasons = (goals: readonly LoadGoal[], result: LoadGoal['result']): string[] =>
  goals
    .filter((goal) => goal.result === result)
    .map(({ goal, actual, reason }) =>
      result === 'missed' ? `${goal} is missed: ${actual}` : `${goal} is not judged (${actual}): ${reason}`,
    );
