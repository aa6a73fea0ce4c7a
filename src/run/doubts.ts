import { type Amount, parseAmount, withoutNoise } from '../base/money.ts';
import type { Finding } from '../formats/judgement.ts';
import type { Ending, MetCause } from '../judge/case.ts';
import { verdictOfEnding } from '../judge/verdicts.ts';
import { type FindingCode, isAboutMoney, needsConfirming } from '../spec/finding.ts';
import type { AccountBook } from './account-book.ts';
import { type PlayedScenario, ruledOut, withJudgements } from './play-scenario.ts';

// A balance that differs is no proof by itself: somebody else may move the same money, and an agent may be late.

/** Whether it rests on one balance. Who takes money away at that moment makes a bet too large. */
export const isDoubtful = ({ code, actual = '' }: Finding): boolean =>
  needsConfirming(code) || (code === 'refused-valid' && /insufficient|balance|funds/i.test(actual));

/** Whether it rests on what several calls show: somebody else who moves the money between them makes such answers, too, but seldom. */
export const isShownByCalls = (finding: Finding): boolean =>
  isAboutMoney(finding.code) && !isDoubtful(finding) && !isLate(finding);

export const isOld = ({ code }: Finding): boolean => code === 'outdated-balance';

export const findingsOf = ({ judgements }: PlayedScenario): Finding[] => judgements.flatMap(({ findings }) => findings);

export const breachesIn = (one: PlayedScenario): Finding[] =>
  findingsOf(one).filter(({ weight }) => weight === 'breach');

/** What is said of a difference that did not come back. */
export const movedElsewhere = (finding: Finding): MetCause => ({
  code: 'moved-elsewhere',
  message: `The balance moved${byHowMuch(finding)}, which no call explains and which did not come back when the scenario was played again.`,
  exchanges: finding.exchanges,
});

/** ` by 5.00`; nothing where several balances were possible, or none was shown. */
export const byHowMuch = (finding: Finding): string => {
  const difference = differenceIn(finding);
  return difference === undefined ? '' : ` by ${difference.toFixed(decimalsOf(finding))}`;
};

const decimalsOf = ({ expected }: Finding): number => expected?.split('.')[1]?.length ?? 0;

export const isLate = ({ code }: Finding): boolean => code === 'applied-later';

/** Each lane finds out by itself that the agent applies later: that is told once. */
export const tellLateOnce = (played: readonly PlayedScenario[]): readonly PlayedScenario[] => {
  const first = played.find((one) => findingsOf(one).some(isLate));
  return played.map((one) => {
    if (one === first || !findingsOf(one).some(isLate)) return one;
    return withJudgements(
      one,
      one.judgements.filter(({ findings }) => !findings.some(isLate)),
    );
  });
};

/**
 * What was played, without breaches that are no proof: where somebody else was seen to move the
 * money of an account, a wrong balance in it says nothing of the agent.
 */
export const discountShared = (
  played: readonly PlayedScenario[],
  book: Pick<AccountBook, 'sharedBy' | 'oldReads' | 'movedAtTheEnd'>,
): readonly PlayedScenario[] => {
  const others = played.filter((one) => breachesIn(one).some(isOtherMoney)).length;
  const [byOthers] = played.flatMap(({ accounts }) => accounts.filter(book.movedAtTheEnd));
  // Money that comes later than its answer looks like somebody else's, until it is waited for.
  const isOnlyLate =
    byOthers === undefined && played.some((one) => findingsOf(one).some(isLate)) && others < fewestOthers;
  if (isOnlyLate) return played;
  const isCached = book.oldReads() >= fewestOld && book.oldReads() >= 9 * others;
  return played.map((one) => {
    // What looked late was somebody else's, and nothing need have waited for it.
    if (byOthers !== undefined && one.ending?.kind === 'cause' && one.ending.cause.code === 'applies-late') {
      return ruledOut(one.scenario, { code: 'moved-elsewhere', message: book.sharedBy(byOthers) ?? '', exchanges: [] });
    }
    const [message] = one.accounts.flatMap((account) => book.sharedBy(account) ?? []);
    const found = findingsOf(one).find((each) => restsOnMoney(each) && !(isCached && isOld(each)));
    if (message === undefined || found === undefined) return one;
    return withoutProof(one, { code: 'moved-elsewhere', message, exchanges: found.exchanges });
  });
};

/** Differences of any amount have these codes: only at the same step are they the same breach. */
export const unexplained: ReadonlySet<FindingCode> = new Set([
  'wrong-balance',
  'wrong-arithmetic',
  'lost-update',
  'no-serial-order',
  'not-conserved',
  'undecodable-balance',
]);

/** Money that is neither late nor shown as it was: somebody who moves it makes such differences, too. */
const isOtherMoney = (finding: Finding): boolean => isAboutMoney(finding.code) && !isOld(finding) && !isLate(finding);

/** So many scenarios end with them only where nobody can tell whose they are. */
const fewestOthers = 5;

/** So many old balances, while the money is right, are shown only where getBalance has a cache. */
const fewestOld = 20;

/** What was played, without the findings that rest on a balance which somebody else may have moved. */
export const withoutProof = (one: PlayedScenario, cause: MetCause): PlayedScenario => {
  const { message: reason } = cause;
  const isEnded = one.ending?.kind === 'breach' && restsOnMoney(one.ending.finding);
  const byCause: Ending = { kind: 'cause', cause };
  const judgements = one.judgements.map((each) => {
    const findings = each.findings.filter((finding) => !restsOnMoney(finding));
    const isTouched = isEnded || findings.length < each.findings.length;
    return isTouched ? { ...each, findings, verdict: 'inconclusive' as const, reason } : each;
  });
  const result = { ...one.result, verdict: 'inconclusive', reason } as const;
  return { ...one, judgements, result, ending: isEnded ? byCause : (one.ending ?? byCause) };
};

/** Whether it may still turn out to be somebody else's money, or to be late. */
export const isSuspected = (one: PlayedScenario, book: Pick<AccountBook, 'sharedBy'>): boolean => {
  const isOpen = one.isIntermittent || one.accounts.some((account) => book.sharedBy(account) !== undefined);
  return breachesIn(one).some((finding) => isLate(finding) || (isOpen && restsOnMoney(finding)));
};

/** Whether it rests on money or on what must be refused: a refusal may turn out to be a limit, or a habit of the agent. */
export const isCertain = (finding: Finding): boolean =>
  finding.weight === 'breach' && (isAboutMoney(finding.code) || finding.code.startsWith('accepted-'));

/** Whether it proves nothing where somebody else moves the same money. */
export const restsOnMoney = (finding: Finding): boolean =>
  finding.weight !== 'note' && (isDoubtful(finding) || isAboutMoney(finding.code));

/** No amount of a scenario has more decimals, and nobody bets finer. */
const finestDecimals = 10;

/**
 * A difference with more decimals than any amount: nobody has moved it, it is the agent's sum. 11.3999999999999 is none:
 * it is 11.40, and how the agent writes it.
 */
export const isOfSums = (finding: Finding): boolean => {
  const exact = differenceIn(finding);
  const difference = exact && withoutNoise(exact, decimalsOf(finding));
  return difference?.round(finestDecimals).eq(difference) === false;
};

/** From there on a float of 32 bits does not tell neighbours apart. */
const floatSteps = 2 ** 23;

/** A difference so small beside the balance that a float of 32 bits may have lost it. */
export const isWithinFloat = (finding: Finding): boolean => {
  const step = parseAmount(finding.expected ?? '')
    ?.abs()
    .div(floatSteps);
  return step !== undefined && differenceIn(finding)?.abs().lte(step) === true;
};

const differenceIn = ({ expected = '', actual = '' }: Finding): Amount | undefined => {
  const must = parseAmount(expected);
  return must === undefined ? undefined : parseAmount(actual)?.minus(must);
};

/** Requirements that are about sums. */
const ofSums: ReadonlySet<string> = new Set(['BET-11', 'BET-19']);

/**
 * What was played, with its wrong sum told as that. It hangs on what was in the account before, so
 * that it need not come back; whatever else the scenario is about hangs on it.
 */
export const asWrongSum = (one: PlayedScenario, sum: Finding): PlayedScenario => {
  const { requirement } = one.scenario.requirements.some((id) => ofSums.has(id)) ? sum : { requirement: 'BET-11' };
  const told: Finding = { ...sum, requirement, code: 'wrong-arithmetic' };
  const ending: Ending = { kind: 'breach', finding: told };
  const [was, now] = [one.ending, ending].map(verdictOfEnding);
  const others = one.judgements.map((judgement) => {
    const findings = judgement.findings.filter(
      ({ weight, line, actual }) => weight !== 'breach' || line !== sum.line || actual !== sum.actual,
    );
    const isHanging = judgement.verdict === was?.verdict && judgement.reason === was.reason;
    return findings.length < judgement.findings.length || isHanging ? { ...judgement, findings, ...now } : judgement;
  });
  const judgements = [...others, { requirement, verdict: 'failed' as const, findings: [told] }];
  return { ...one, judgements, ending, result: { ...one.result, verdict: 'failed' } };
};
