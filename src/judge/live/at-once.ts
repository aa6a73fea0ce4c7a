import type { Finding } from '../../formats/judgement.ts';
import { bookOf, type Ledger, movedApart, type Transaction } from '../../ledger/ledger.ts';
import { withSum } from '../../ledger/stories/diagnose.ts';
import { appliedSeveralTimes, type StoryAtOnce } from '../../ledger/stories/stories-at-once.ts';
import { transactionIn } from '../../ledger/worlds/outcomes.ts';
import { distinctWorlds } from '../../ledger/worlds/possible-worlds.ts';
import { leftInAnyOrder, type OrderQuestion, type Orders, searchOrders } from '../../ledger/worlds/search-orders.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import { endOf, type Heard, type HeardBalance } from '../call.ts';
import { stillOff } from '../words.ts';
import { type AccountState, earlierBreach, remembered } from './account.ts';
import { idsOf, mayBeApplied } from './difference.ts';
import { giveUp, isUnknowable, type Judged, type LiveRules, mostWorlds, stillFloating } from './memory.ts';
import { signatureFindings } from './refused.ts';
import { findLive, lintLive, tell } from './tell.ts';

/**
 * Calls on one account that were under way at the same time. Right where some order of them gives
 * every answer; wrong only where the amounts of a transaction that was sent more than once say so.
 * The next quiet balance tells what they left.
 */
export const judgeGroup = (rules: LiveRules, state: AccountState, readings: readonly Heard[]): Judged => {
  const callbacks = readings.map(({ callback }) => callback);
  const gaveUp = (why: string): Judged => unjudged(rules, giveUp(rules, state, callbacks), { readings, why });
  if (state.worlds.length === 0) return gaveUp(noAccount);
  if (callbacks.some((callback) => isUnknowable(rules, state, callback))) return gaveUp(unknown);
  // What may still arrive could come at any place among them: the search would not end.
  if (state.floating.length > 0) return gaveUp(inTheAir);
  const arrived = readings.filter((each) => mayHaveArrived(rules, each));
  const covered = manyBets(rules, state, arrived);
  return covered === undefined
    ? judgeOrders(rules, state, { readings, arrived, gaveUp })
    : unjudged(rules, covered, { readings, why: tooManyBets });
};

interface Group {
  readonly readings: readonly Heard[];
  readonly arrived: readonly Heard[];
  readonly gaveUp: (why: string) => Judged;
}

const judgeOrders = (rules: LiveRules, state: AccountState, { readings, arrived, gaveUp }: Group): Judged => {
  const question = { worlds: state.worlds, calls: arrived, mostStates };
  const orders = searchOrders(rules, { ...question, demand: 'answers' });
  if (orders === undefined) return gaveUp(tooMany);
  if (orders.worlds.length > 0) {
    const left = { ...orders, readings: arrived, isOrdered: true };
    return judgeOrdered(rules, afterwards(rules, state, left), readings);
  }
  const loose = looseOrders(rules, question);
  if (loose === undefined) return gaveUp(tooMany);
  const next = afterwards(rules, state, { ...loose, readings: arrived, isOrdered: false });
  return judgeDisordered(rules, next, { readings, arrived, loose, before: state.worlds });
};

/** Beyond so many states the search gives up: it must not hold up the traffic. */
const mostStates = 1_500;

/** The account after more bets than anybody can put in order, where the order does not matter. */
const manyBets = (rules: LiveRules, state: AccountState, readings: readonly Heard[]): AccountState | undefined => {
  const [world, ...others] = state.worlds;
  if (world === undefined || others.length > 0 || readings.length <= mostSearched) return undefined;
  if (readings.some(({ said }) => said.kind !== 'balance')) return undefined;
  const worlds = leftInAnyOrder(rules, world, readings);
  return worlds && afterwards(rules, state, { worlds, readings, isOrdered: false });
};

/** More bets than this are not put in order: what they leave is the same. */
const mostSearched = 5;

const unknown = 'they include a transaction that walletproof cannot judge';

const noAccount = 'nothing was known about the account before them';

const inTheAir = 'an earlier call without an answer may have been handled among them';

const tooManyBets = 'the next balance will show the result';

const tooMany = 'they have too many orders to search';

/** A call that was not taken to the agent, or was refused for its signature, moved nothing. */
const mayHaveArrived = (rules: LiveRules, reading: Heard): boolean =>
  reading.said.kind !== 'not-arrived' && signatureFindings(rules, reading).length === 0;

/** Orders in which each call is accepted or refused as it was, if need be with money from elsewhere. */
const looseOrders = (rules: LiveRules, question: Omit<OrderQuestion, 'demand'>): Orders | undefined => {
  const accepting = searchOrders(rules, { ...question, demand: 'acceptance' });
  return accepting === undefined || accepting.worlds.length > 0
    ? accepting
    : searchOrders(rules, { ...question, demand: 'anything' });
};

interface Left {
  readonly worlds: readonly Ledger[];
  readonly isOrdered: boolean;
  readonly readings: readonly Heard[];
}

const afterwards = (rules: LiveRules, state: AccountState, left: Left): AccountState => {
  const { worlds, readings, isOrdered } = left;
  const unheard = readings.filter(({ said }) => said.kind === 'unheard' && said.mayFollow);
  const next: AccountState = {
    ...state,
    worlds,
    floating: [...state.floating, ...unheard.map(({ callback }) => callback)],
    doubt: { kind: 'together', readings: readings.map(remembered), isOrdered },
    unexplained: undefined,
  };
  const isTooMuch = worlds.length > mostWorlds || unheard.length > mostUnheard;
  return isTooMuch
    ? giveUp(
        rules,
        next,
        readings.map(({ callback }) => callback),
      )
    : stillFloating(rules, next);
};

const mostUnheard = 3;

const judgeOrdered = (rules: LiveRules, state: AccountState, readings: readonly Heard[]): Judged => {
  const say = sayOrdered(state);
  const judgements = readings.map((reading) => {
    const { said, callback } = reading;
    const findings = [...signatureFindings(rules, reading), ...lintLive(rules, reading, 'together')];
    if (said.kind === 'unheard' || said.kind === 'not-arrived') {
      return tell(rules, reading, { verdict: 'unjudged', sentence: said.reason, findings });
    }
    const answer = said.kind === 'refusal' ? 'refuses it' : `gives ${renderAtScale(said.actual, callback.currency)}`;
    const sentence = `One of ${readings.length} calls at once: an order of them ${answer}, ${say.how}.`;
    return tell(rules, reading, { ...say, sentence, findings });
  });
  return { state, judgements };
};

/** Right; or consistent with what a breach has left. */
const sayOrdered = (state: AccountState) => {
  const [world] = state.worlds;
  const since = world && earlierBreach(state, world);
  return world === undefined || since === undefined
    ? ({ verdict: 'right', how: 'as the agent does' } as const)
    : ({
        verdict: 'consistent',
        how: stillOff(bookOf(world).gap, state.account.currency),
        since,
      } as const);
};

interface Unjudged {
  readonly readings: readonly Heard[];
  readonly why: string;
}

const unjudged = (rules: LiveRules, state: AccountState, { readings, why }: Unjudged): Judged => {
  const judgements = readings.map((reading) =>
    tell(rules, reading, {
      verdict: 'unjudged',
      sentence: `One of ${readings.length} calls at once: ${why}.`,
      findings: [...signatureFindings(rules, reading), ...lintLive(rules, reading, 'together')],
    }),
  );
  return { state, judgements };
};

interface Disordered {
  readonly readings: readonly Heard[];
  readonly arrived: readonly Heard[];
  readonly loose: Orders;
  readonly before: readonly Ledger[];
}

/** Calls at once of which no order gives all the answers. */
const judgeDisordered = (
  rules: LiveRules,
  state: AccountState,
  { readings, arrived, loose, before }: Disordered,
): Judged => {
  const told = readings.map((reading) => ({
    reading,
    story: storyOf(rules, reading, { arrived, loose, before, readings }),
  }));
  const changes = told.flatMap(({ story }) => (story === undefined ? [] : [story.change]));
  const [largest] = changes.toSorted((one, other) => other.abs().cmp(one.abs()));
  const worlds =
    largest === undefined
      ? state.worlds
      : distinctWorlds(state.worlds.map((world) => movedApart(world, 'gap', largest)));
  const judgements = told.map(({ reading, story }) => {
    const signature = signatureFindings(rules, reading);
    const lint = lintLive(rules, reading, 'together');
    const { said } = reading;
    const breach = story === undefined || said.kind !== 'balance' ? [] : breachOf(rules, { ...reading, said }, story);
    const sentence = `One of ${readings.length} calls at once, and no order of them gives all their answers: moved by something else? The next balance will show.`;
    const findings = [...signature, ...breach, ...lint];
    return tell(rules, reading, { verdict: 'unjudged', sentence, findings });
  });
  const cause = told.find(({ story }) => story !== undefined && story.change === largest)?.reading;
  const gapCause = cause && { exchangeId: cause.exchangeId, at: endOf(cause.call) };
  return { state: { ...state, worlds, ...(gapCause && { gapCause }) }, judgements };
};

/** A balance that contains a transaction more than once. */
const storyOf = (
  rules: LiveRules,
  { said }: Heard,
  { arrived, loose, before }: Disordered,
): StoryAtOnce | undefined => {
  const [world] = before;
  if (said.kind !== 'balance' || world === undefined) return undefined;
  if (loose.balances.some((each) => each.eq(said.actual))) return undefined;
  const calls = arrived.filter(mayBeApplied);
  const known = (id: string): Transaction | undefined => transactionIn(rules, world, id);
  for (const balance of loose.balances) {
    const story = appliedSeveralTimes({ calls, known, change: said.actual.minus(balance) });
    if (story !== undefined) return story;
  }
  return undefined;
};

const breachOf = (rules: LiveRules, reading: HeardBalance, story: StoryAtOnce): readonly Finding[] => {
  const { callback, said, label, exchangeId } = reading;
  const expected = said.actual.minus(story.change);
  const [is, must] = [said.actual, expected].map((each) => renderAtScale(each, callback.currency));
  return findLive(rules, reading, {
    code: story.code,
    situation: 'together',
    message: `${label}: of calls at once, one answered ${is}, it must be ${must}.`,
    expected: must,
    actual: is,
    likelyCause: withSum(story.cause, { expected, actual: said.actual, account: callback }),
    before: idsOf(story).filter((id) => id !== exchangeId),
  });
};
