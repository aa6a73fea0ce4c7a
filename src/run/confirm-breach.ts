import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import type { Account } from '../ledger/account.ts';
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
  isShownByCalls,
  isWithinFloat,
  movedElsewhere,
  unexplained,
  withoutProof,
} from './doubts.ts';
import { watchAccounts } from './idle-watch.ts';
import { ownScenario } from './own-calls.ts';
import { type Kept, openPlay } from './play.ts';
import { type PlayedScenario, playScenario, type Unconfirmed } from './play-scenario.ts';
import type { RunContext } from './run-context.ts';

/** What the ids of a scenario end in when it is played again. */
const letters = ['b', 'c', 'd'] as const;

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
  /** When the breach was there first, by the clock of the run. */
  #seenAt = 0;

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
    const exchanges = [...played.exchanges, ...(await this.#watch(again.accounts, watchMs(played), 'l'))];
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
    this.#seenAt = this.#context.clock.now();
    const doubt = doubtIn(this.#context, first);
    if (doubt === undefined) return await this.#confirmShown(first);
    const exchanges = [...first.exchanges];
    let [clean, playings] = [first, 1];
    for (const letter of letters) {
      const again = await this.play(letter, true);
      exchanges.push(...again.exchanges);
      playings += 1;
      const charged = await this.#charge(first, again, { doubt, exchanges });
      if (charged !== undefined) return playings === 2 ? charged : { ...charged, isIntermittent: true };
      if (again.ending?.kind === 'inconclusive') break;
      if (doubtIn(this.#context, again) === undefined) clean = again;
    }
    const one = { ...first, exchanges };
    if (isOfSums(doubt)) return asWrongSum(one, doubt);
    return await this.#moveOn(one, { finding: doubt, judgements: clean.judgements, playings, kept: this.#kept });
  }

  /** What another playing says against the agent as well; undefined where it does not. */
  async #charge(
    first: PlayedScenario,
    again: PlayedScenario,
    { doubt, exchanges }: { readonly doubt: Finding; readonly exchanges: readonly ReportedExchange[] },
  ): Promise<PlayedScenario | undefined> {
    const proven = provenIn(again);
    if (proven === undefined && !isConfirmed(again, doubt)) return undefined;
    const one = { ...(proven === undefined ? betterNamed(first, again, doubt) : again), exchanges };
    const isMoney = proven === undefined || isShownByCalls(proven);
    return await (isMoney ? this.#standBy(one, doubt, again) : this.#givenBack(one));
  }

  /** Calls at once may contradict each other since somebody else moved the money between them: what comes again does not hang on that. */
  async #confirmShown(first: PlayedScenario): Promise<PlayedScenario> {
    const shown = breachesIn(first).find(isShownByCalls);
    if (shown === undefined) return first;
    // Of an agent that applies later another playing takes long, and tells the same.
    if ((this.#context.lateness?.waitMs ?? 0) > 0) return { ...first, isIntermittent: true };
    const again = await this.play(letters[0], true);
    const one = { ...first, exchanges: [...first.exchanges, ...again.exchanges] };
    if (isConfirmed(again, shown, isShownByCalls)) return await this.#standBy(one, shown, again);
    return { ...(await this.#givenBack(one)), isIntermittent: true };
  }

  /** The difference never came back: whose it is shows at the end of the run, which goes on from the new balance. */
  async #moveOn(one: PlayedScenario, unconfirmed: Unconfirmed): Promise<PlayedScenario> {
    const unproven = withoutProof(one, movedElsewhere(unconfirmed.finding));
    // What a float of 32 bits loses of so large a balance says nothing of anybody else.
    if (isWithinFloat(unconfirmed.finding)) return unproven;
    const { book } = this.#context;
    for (const account of one.accounts) book.noteMoved(account);
    const open = one.accounts.filter((account) => book.timesMoved(account) <= mostWatches);
    const watched = await this.#watch(open, briefMs);
    return { ...unproven, exchanges: [...one.exchanges, ...watched], unconfirmed };
  }

  async #watch(accounts: readonly Account[], forMs: number, letter = ''): Promise<readonly ReportedExchange[]> {
    const position = `${this.#position}${letter}`;
    return (await watchAccounts(this.#context, accounts, { position, forMs, readings: 6 })).exchanges;
  }

  /** The breach was there again: it stands, unless the money moves by itself. */
  async #standBy(one: PlayedScenario, doubt: Finding, again: PlayedScenario): Promise<PlayedScenario> {
    const { book, staleness = { isConfirmed: false } } = this.#context;
    // From now on a makeBet that moves nothing is asked instead.
    if (isOld(doubt)) staleness.isConfirmed = true;
    const sinceMs = this.#context.clock.now() - this.#seenAt;
    const forMs = watchMs(one, { sinceMs, isKnown: isExplained(again, doubt) });
    const open = one.accounts.filter((account) => book.watchedMs(account) < forMs);
    const watched = await this.#watch(open, forMs);
    if (one.accounts.some((account) => book.sharedBy(account) !== undefined)) staleness.isConfirmed = false;
    return await this.#givenBack({ ...one, exchanges: [...one.exchanges, ...watched] });
  }

  /** What was left until the breach was confirmed is given back, unless it is somebody else's. */
  async #givenBack(one: PlayedScenario): Promise<PlayedScenario> {
    const { book } = this.#context;
    const kept = this.#kept.splice(0).filter(({ account }) => book.sharedBy(account) === undefined);
    return await giveBackTo(this.#context, one, { kept, position: `${this.#position}k` });
  }
}

/** The scenario, once what its playings left in the accounts is given back. */
export const giveBackTo = async (
  context: RunContext,
  one: PlayedScenario,
  { kept, position }: { readonly kept: readonly Kept[]; readonly position: string },
): Promise<PlayedScenario> => {
  if (kept.length === 0 || context.signal.aborted) return one;
  const play = openPlay(context, ownScenario('kept', 'What a breach left is given back'), position);
  const residue = [...(one.result.residue ?? []), ...(await giveBackKept(play, kept))];
  return {
    ...one,
    exchanges: [...one.exchanges, ...play.exchanges],
    result: { ...one.result, residue: residue.length === 0 ? undefined : residue },
  };
};

/** The first breach that rests on one balance; undefined where nothing else is told, or none is. */
const doubtIn = ({ staleness }: RunContext, one: PlayedScenario): Finding | undefined => {
  const doubts = breachesIn(one).filter(isDoubtful);
  const isKnown = staleness?.isConfirmed === true;
  // What ended it is the worst of them: an old balance alone ends nothing.
  return doubts.find((each) => !isOld(each)) ?? doubts.find(() => !isKnown || one.ending?.kind === 'breach');
};

/** The breach with which it ended, where that rests on more than one balance. */
const provenIn = ({ ending }: PlayedScenario): Finding | undefined =>
  ending?.kind === 'breach' && !isDoubtful(ending.finding) ? ending.finding : undefined;

/** Where nothing explained the difference, the opening of the second playing may: it is an old balance. */
const betterNamed = (first: PlayedScenario, again: PlayedScenario, { code }: Finding): PlayedScenario =>
  unexplained.has(code) && breachesIn(again).some(isOfLag) ? again : first;

const isOfLag = ({ code }: Finding): boolean => code === 'outdated-balance' || code === 'answer-lags';

/** At the same step the same mistake may look like another one of its kind, or be the same one elsewhere. */
const isConfirmed = (again: PlayedScenario, breach: Finding, isOfKind = isDoubtful): boolean =>
  isRefusedAlike(again, breach) ||
  breachesIn(again).some((finding) => {
    const { code, line } = finding;
    if (!isOfKind(finding)) return false;
    if (code === breach.code && !unexplained.has(code)) return true;
    return line === breach.line && (line !== undefined || code === breach.code);
  });

/** Whether another call of it was refused with the same words, of which the scenario says nothing. */
const isRefusedAlike = ({ ending }: PlayedScenario, { code, actual }: Finding): boolean =>
  code === 'refused-valid' && ending?.kind === 'cause' && ending.refusal?.said === actual;

/** Whether the amounts of the calls explain the breach, and it was the same amount both times. */
const isExplained = (again: PlayedScenario, doubt: Finding): boolean =>
  !unexplained.has(doubt.code) &&
  breachesIn(again).some((finding) => {
    const difference = byHowMuch(finding);
    const isSame = difference !== '' && difference === byHowMuch(doubt);
    return isSame && finding.code === doubt.code && finding.line === doubt.line;
  });

/** As long as from the first time to the next one, and a little longer: who came in between both times comes again as soon. */
const watchMs = (
  { exchanges, result }: PlayedScenario,
  { sinceMs = 0, isKnown = false }: { readonly sinceMs?: number; readonly isKnown?: boolean } = {},
): number => {
  const untilAgain = Math.max(2 * result.durationMs, 1.2 * sinceMs);
  const chance = isKnown ? 0 : 5 * callMs(exchanges);
  return Math.min(longestMs, Math.max(shortestMs, untilAgain, chance));
};

/** So long it is watched at a difference that did not come back, so often at most for each account. */
const briefMs = 1000;
const mostWatches = 4;

const shortestMs = 350;
const longestMs = 8500;

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
