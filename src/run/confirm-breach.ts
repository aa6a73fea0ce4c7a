import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import type { Amount } from '../money/amount.ts';
import type { FindingCode } from '../spec/finding.ts';
import { pause } from '../world/clock.ts';
import { giveBackKept } from './accounts.ts';
import {
  asWrongSum,
  breachesIn,
  byHowMuch,
  findingsOf,
  isDoubtful,
  isLate,
  isOfSums,
  isOld,
  isWithinFloat,
  movedElsewhere,
  withoutProof,
} from './doubts.ts';
import { ownScenario, readBalance, shownBalance } from './own-calls.ts';
import { type Kept, openPlay } from './play.ts';
import { type PlayedScenario, playScenario } from './play-scenario.ts';
import type { RunContext } from './run-context.ts';

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
  /** What all its playings left in the accounts. */
  readonly #kept: Kept[] = [];

  constructor(context: RunContext, scenario: Scenario, position: number | string) {
    this.#context = context;
    this.#scenario = scenario;
    this.#position = position;
  }

  async play(letter: string, isAgain = false): Promise<PlayedScenario> {
    const position = `${this.#position}${letter}`;
    const played = await playScenario(this.#context, this.#scenario, { position, isAgain });
    this.#kept.push(...played.kept);
    return played;
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
      // Its own begin with those of the playing that it confirms.
      exchanges: [...exchanges, ...one.exchanges.slice(again.exchanges.length)],
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
      if (isProven(again)) return await this.#givenBack({ ...again, exchanges });
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
    return await this.#givenBack({ ...one, exchanges: [...one.exchanges, ...watched] });
  }

  /** What was left until the breach was confirmed is given back, unless it is somebody else's. */
  async #givenBack(one: PlayedScenario): Promise<PlayedScenario> {
    const { book } = this.#context;
    const own = this.#kept.splice(0).filter(({ account }) => book.sharedBy(account) === undefined);
    if (own.length === 0 || this.#context.signal.aborted) return one;
    const play = openPlay(this.#context, ownScenario('kept', 'What a breach left is given back'), `${this.#position}k`);
    const residue = [...(one.result.residue ?? []), ...(await giveBackKept(play, own))];
    return {
      ...one,
      exchanges: [...one.exchanges, ...play.exchanges],
      result: { ...one.result, residue: residue.length === 0 ? undefined : residue },
    };
  }
}

/** The first breach that rests on one balance; undefined where nothing else is told, or none is. */
const doubtIn = ({ staleness }: RunContext, one: PlayedScenario): Finding | undefined => {
  const doubts = breachesIn(one).filter(isDoubtful);
  const isKnown = staleness?.isConfirmed === true;
  // What ended it is the worst of them: an old balance alone ends nothing.
  return doubts.find((each) => !isOld(each)) ?? doubts.find(() => !isKnown || one.ending?.kind === 'breach');
};

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
  breachesIn(again).some((finding) => {
    const difference = byHowMuch(finding);
    const isSame = difference !== '' && difference === byHowMuch(doubt);
    return isSame && finding.code === doubt.code && finding.line === doubt.line;
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

/**
 * How long the accounts of a breach are watched without a call that moves anything, milliseconds: so
 * long that whoever came in between, both times, would come again. Shortly where the same amount was
 * missing both times, and the amounts of the calls explain it.
 */
const shortestMs = 350;
const longestMs = 8000;

const watchMs = ({ exchanges, result }: PlayedScenario): number => {
  // Who comes at the same moment of each playing comes again within the next one.
  const untilAgain = 2 * result.durationMs;
  const chance = 5 * callMs(exchanges);
  return Math.min(longestMs, Math.max(shortestMs, untilAgain, chance));
};

/** How long calls were under way, of all playings together. */
const callMs = (exchanges: readonly ReportedExchange[]): number => {
  const spans = exchanges.map(({ startedAt, durationMs }) => ({ from: Date.parse(startedAt), durationMs }));
  let [sum, end] = [0, 0];
  for (const { from, durationMs } of spans.toSorted((one, other) => one.from - other.from)) {
    sum += Math.max(0, from + durationMs - Math.max(from, end));
    end = Math.max(end, from + durationMs);
  }
  return sum;
};

/** Looked at in between: who takes and gives back in turn leaves what there was. */
const parts = [0.05, 0.1, 0.15, 0.25, 0.45];

/**
 * Watches the accounts of a breach that rests on one balance: where they change by themselves,
 * somebody else moves the money. Gives back what was asked.
 */
const watchAccounts = async (
  context: RunContext,
  one: PlayedScenario,
  { position, forMs = watchMs(one) }: { readonly position: number | string; readonly forMs?: number | undefined },
): Promise<readonly ReportedExchange[]> => {
  const { book, clock, signal } = context;
  const scenario = ownScenario('watch', 'Nobody else moves the money of the players');
  // Ids of their own for each: which is watched hangs on the time, and no other call may.
  const open = one.accounts
    .map((account, index) => ({ account, play: openPlay(context, scenario, `w${position}-${index}`), hasMoved: false }))
    .filter(({ account }) => book.watchedMs(account) < forMs);
  if (open.length === 0 || signal.aborted) return [];
  const balances = async (): Promise<(Amount | undefined)[]> => {
    const shown: (Amount | undefined)[] = [];
    for (const { account, play } of open) {
      shown.push(shownBalance(await readBalance(play, account, 'valid'), account.currency));
    }
    return shown;
  };
  const first = await balances();
  let before = await balances();
  // What each getBalance moves by itself is the agent's own; what moves between them is not.
  const asked = before.map((balance, index) => difference(first[index], balance));
  for (const part of parts) {
    await pause(clock, part * forMs, signal);
    const after = await balances();
    for (const [index, each] of open.entries()) {
      const [own, from, to] = [asked[index], before[index], after[index]];
      if (own === undefined || from === undefined || to === undefined || to.minus(from).eq(own)) continue;
      book.noteDrift(each.account, from, to);
      each.hasMoved = true;
    }
    before = after;
  }
  for (const { account, hasMoved } of open) book.noteWatched(account, { forMs, hasMoved });
  return open.flatMap(({ play }) => play.exchanges);
};

const difference = (from: Amount | undefined, to: Amount | undefined): Amount | undefined =>
  from === undefined ? undefined : to?.minus(from);
