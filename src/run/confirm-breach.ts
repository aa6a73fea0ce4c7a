import type { Finding } from '../formats/judgement.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import type { Ending, MetCause } from '../judge/case.ts';
import { verdictOfEnding } from '../judge/verdicts.ts';
import { type Amount, parseAmount } from '../money/amount.ts';
import { type FindingCode, isAboutMoney, needsConfirming } from '../spec/finding.ts';
import type { AccountBook } from './account-book.ts';
import { type PlayedScenario, playScenario, withJudgements } from './play-scenario.ts';
import type { RunContext } from './run-context.ts';
import { shortestMs, watchAccounts } from './watch-accounts.ts';

/** What the ids of a scenario end in when it is played again. */
const letters = ['b', 'c', 'd'];

/**
 * Plays a scenario; and again, with fresh ids and fresh reads, where one balance alone speaks
 * against the agent: somebody else may have moved the money. The same breach again confirms it.
 */
export const playAndConfirm = async (
  context: RunContext,
  scenario: Scenario,
  position: number | string,
): Promise<PlayedScenario> => {
  const playings = new Playings(context, scenario, position);
  const first = await playings.play('');
  return await (findingsOf(first).some(isLate) ? playings.confirmLate(first) : playings.confirm(first));
};

/** One scenario, as often as it is played. */
class Playings {
  readonly #context: RunContext;
  readonly #scenario: Scenario;
  readonly #position: number | string;

  constructor(context: RunContext, scenario: Scenario, position: number | string) {
    this.#context = context;
    this.#scenario = scenario;
    this.#position = position;
  }

  async play(letter: string, isAgain = false): Promise<PlayedScenario> {
    return await playScenario(this.#context, this.#scenario, { position: `${this.#position}${letter}`, isAgain });
  }

  /** What was right a moment later by somebody else's hand is not so the second time. */
  async confirmLate(first: PlayedScenario): Promise<PlayedScenario> {
    const { book } = this.#context;
    this.#forgetLate();
    const second = await this.play('l');
    const late = findingsOf(second).find(isLate);
    const before = [...first.exchanges, ...second.exchanges];
    if (late === undefined) return await this.confirm({ ...second, exchanges: before });
    // From now on each call is given its time: what else there is to say of the agent is said so.
    const again = await this.play('a', true);
    const played = { ...again, exchanges: [...before, ...again.exchanges] };
    const watched = await watchAccounts(this.#context, played, { position: `${this.#position}l` });
    const exchanges = [...played.exchanges, ...watched];
    if (again.accounts.some((account) => book.movedWhileWatched(account))) {
      // Twice in step with the calls somebody else moved the money, and goes on without any.
      this.#forgetLate();
      const [message = ''] = again.accounts.flatMap((account) => book.sharedBy(account) ?? []);
      const cause = { code: 'moved-elsewhere', message, exchanges: late.exchanges } as const;
      return withoutProof({ ...again, exchanges }, cause);
    }
    const one = await this.confirm(again);
    return {
      ...one,
      exchanges: [...exchanges, ...one.exchanges],
      result: { ...one.result, verdict: 'failed' },
      judgements: [...one.judgements, { requirement: late.requirement, verdict: 'failed', findings: [late] }],
    };
  }

  #forgetLate(): void {
    if (this.#context.lateness !== undefined) this.#context.lateness.waitMs = 0;
  }

  async confirm(first: PlayedScenario): Promise<PlayedScenario> {
    const doubt = doubtIn(this.#context, first);
    if (doubt === undefined) return first;
    const exchanges = [...first.exchanges];
    for (const letter of letters) {
      const again = await this.play(letter, true);
      exchanges.push(...again.exchanges);
      if (isProven(again)) return { ...again, exchanges };
      if (isConfirmed(again, doubt)) {
        const one = { ...betterNamed(first, again, doubt), exchanges };
        return await this.#standBy(one, doubt, again);
      }
      if (again.ending?.kind === 'inconclusive') break;
    }
    const one = { ...first, exchanges };
    return isOfSums(doubt) ? asWrongSum(one, doubt) : moveOn(one, this.#context, doubt);
  }

  /** The breach was there again: it stands, unless the money moves by itself. */
  async #standBy(one: PlayedScenario, doubt: Finding, again: PlayedScenario): Promise<PlayedScenario> {
    const { book, staleness = { isConfirmed: false } } = this.#context;
    // From now on a makeBet that moves nothing is asked instead.
    if (isOld(doubt)) staleness.isConfirmed = true;
    const forMs = isExplained(again, doubt) ? shortestMs : undefined;
    const watched = await watchAccounts(this.#context, one, { position: this.#position, forMs });
    if (one.accounts.some((account) => book.sharedBy(account) !== undefined)) staleness.isConfirmed = false;
    return { ...one, exchanges: [...one.exchanges, ...watched] };
  }
}

/** The first breach that rests on one balance; undefined where nothing else is told, or none is. */
const doubtIn = ({ staleness }: RunContext, one: PlayedScenario): Finding | undefined => {
  const doubts = breachesIn(one).filter(isDoubtful);
  const isKnown = staleness?.isConfirmed === true;
  // What ended it is the worst of them: an old balance alone ends nothing.
  return doubts.find((each) => !isOld(each)) ?? doubts.find(() => !isKnown || one.ending?.kind === 'breach');
};

/** Whether it rests on one balance. Who takes money away at that moment makes a bet too large. */
export const isDoubtful = ({ code, actual = '' }: Finding): boolean =>
  needsConfirming(code) || (code === 'refused-valid' && /insufficient|balance|funds/i.test(actual));

const isOld = ({ code }: Finding): boolean => code === 'outdated-balance';

const findingsOf = ({ judgements }: PlayedScenario): Finding[] => judgements.flatMap(({ findings }) => findings);

const breachesIn = (one: PlayedScenario): Finding[] => findingsOf(one).filter(({ weight }) => weight === 'breach');

/** Whether it ended with a breach that stands whoever else moves the money. */
const isProven = ({ ending }: PlayedScenario): boolean => ending?.kind === 'breach' && !isDoubtful(ending.finding);

/** Where nothing explained the difference, the opening of the second playing may: it is an old balance. */
const betterNamed = (first: PlayedScenario, again: PlayedScenario, { code }: Finding): PlayedScenario =>
  unexplained.has(code) && breachesIn(again).some(isOfLag) ? again : first;

const isOfLag = ({ code }: Finding): boolean => code === 'outdated-balance' || code === 'answer-lags';

/** Differences of any amount have these codes: only at the same step are they the same breach. */
const unexplained: ReadonlySet<FindingCode> = new Set([
  'wrong-balance',
  'wrong-arithmetic',
  'lost-update',
  'not-conserved',
  'undecodable-balance',
]);

/** At the same step the same mistake may look like another one, or be the same one elsewhere. */
const isConfirmed = (again: PlayedScenario, doubt: Finding): boolean =>
  breachesIn(again).some((finding) => {
    const { code, line } = finding;
    if (!isDoubtful(finding)) return false;
    if (code === doubt.code && !unexplained.has(code)) return true;
    return line === doubt.line && (line !== undefined || code === doubt.code);
  });

/** Whether the amounts of the calls explain the breach, and it was the same amount both times. */
const isExplained = (again: PlayedScenario, doubt: Finding): boolean =>
  !unexplained.has(doubt.code) &&
  breachesIn(again).some(({ code, line, expected, actual }) => {
    const difference = byHowMuch(expected, actual);
    const isSame = difference !== '' && difference === byHowMuch(doubt.expected, doubt.actual);
    return isSame && code === doubt.code && line === doubt.line;
  });

/** The difference never came back: no call explains it. The run goes on from the new balance. */
const moveOn = (one: PlayedScenario, context: RunContext, doubt: Finding): PlayedScenario => {
  // What a float of 32 bits loses of so large a balance says nothing of anybody else.
  const accounts = isWithinFloat(doubt) ? [] : one.accounts;
  for (const account of accounts) context.book.noteMoved(account);
  const cause = movedElsewhere(doubt);
  if (one.ending?.kind !== 'breach') context.causes.note(cause);
  return withoutProof(one, cause);
};

/** What is said of a difference that did not come back. */
export const movedElsewhere = ({ actual, expected, exchanges }: Finding): MetCause => ({
  code: 'moved-elsewhere',
  message: `The balance moved${byHowMuch(expected, actual)}, which no call explains and which did not come back when the scenario was played again.`,
  exchanges,
});

/** ` by 5.00`; nothing where several balances were possible, or none was shown. */
const byHowMuch = (expected = '', actual = ''): string => {
  const [must, is] = [parseAmount(expected), parseAmount(actual)];
  if (must === undefined || is === undefined) return '';
  return ` by ${is.minus(must).toFixed(expected.split('.')[1]?.length ?? 0)}`;
};

const isLate = ({ code }: Finding): boolean => code === 'applied-later';

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
  book: Pick<AccountBook, 'sharedBy' | 'oldReads'>,
): readonly PlayedScenario[] => {
  const others = played.filter((one) => breachesIn(one).some(isOtherMoney)).length;
  // Money that comes later than its answer looks like somebody else's, until it is waited for.
  const isOnlyLate = played.some((one) => findingsOf(one).some(isLate)) && others < fewestOthers;
  if (isOnlyLate) return played;
  const isCached = book.oldReads() >= fewestOld && book.oldReads() >= 9 * others;
  return played.map((one) => {
    const [message] = one.accounts.flatMap((account) => book.sharedBy(account) ?? []);
    const found = findingsOf(one).find((each) => restsOnMoney(each) && !(isCached && isOld(each)));
    if (message === undefined || found === undefined) return one;
    return withoutProof(one, { code: 'moved-elsewhere', message, exchanges: found.exchanges });
  });
};

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
  const judgements = one.judgements.map((each) => {
    const findings = each.findings.filter((finding) => !restsOnMoney(finding));
    const isTouched = isEnded || findings.length < each.findings.length;
    return isTouched ? { ...each, findings, verdict: 'inconclusive' as const, reason } : each;
  });
  const result = { ...one.result, verdict: 'inconclusive', reason } as const;
  return { ...one, judgements, result, ending: isEnded ? { kind: 'cause', cause } : one.ending };
};

/** Whether it proves nothing where somebody else moves the same money. */
export const restsOnMoney = (finding: Finding): boolean =>
  finding.weight !== 'note' && (isDoubtful(finding) || isAboutMoney(finding.code));

/** No amount of a scenario has more decimals, and nobody bets finer. */
const finestDecimals = 10;

/** A difference with more decimals than any amount: nobody has moved it, it is the agent's sum. */
export const isOfSums = (finding: Finding): boolean => {
  const difference = differenceIn(finding);
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
