import { renderAtScale } from '../../base/money.ts';
import type { Finding } from '../../formats/judgement.ts';
import { bookOf, type Ledger, movedApart, type Transaction } from '../../ledger/ledger.ts';
import { withSum } from '../../ledger/stories/difference.ts';
import { appliedSeveralTimes, type StoryAtOnce } from '../../ledger/stories/stories-at-once.ts';
import { OrderFollower } from '../../ledger/worlds/follow-orders.ts';
import { leftInAnyOrder, type Orders, searchOrders } from '../../ledger/worlds/search-orders.ts';
import { distinctWorlds, transactionIn } from '../../ledger/worlds/worlds.ts';
import type { UnjudgedCode } from '../../spec/unjudged.ts';
import { endOf, type Heard, type HeardBalance } from '../call.ts';
import { stillOff } from '../words.ts';
import { type AccountState, earlierBreach, remembered } from './account.ts';
import { exchangesOf, mayBeApplied } from './difference.ts';
import { type At, giveUp, isUnknowable, type Judged, type LiveRules, mostWorlds, stillFloating } from './memory.ts';
import { signatureFindings } from './refused.ts';
import { findLive, lintLive, tell } from './tell.ts';

/** Beyond so many states the search gives up: it must not hold up the traffic. */
const mostStates = 1_500;

/** More bets than this are not put in order: what they leave is the same. */
const mostSearched = 5;

/**
 * Calls on one account that were under way at the same time. Right where some order of them gives
 * every answer; wrong only where the amounts of a transaction that was sent more than once say so.
 * The next quiet balance tells what they left.
 */
export const judgeGroup = (rules: LiveRules, state: AccountState, all: readonly Heard[]): Judged => {
  const callbacks = all.map(({ callback }) => callback);
  const unjudged = (because: UnjudgedCode, why: string, after = giveUp(rules, state, callbacks)): Judged => ({
    state: after,
    judgements: all.map((heard) => {
      const sentence = `One of ${all.length} calls at once: ${why}.`;
      const findings = formFindings({ rules, state, heard });
      return tell({ rules, heard }, { verdict: 'unjudged', because, sentence, findings });
    }),
  });
  if (state.worlds.length === 0) return unjudged('account-unknown', 'nothing was known about the account before them');
  if (callbacks.some((callback) => isUnknowable(rules, state, callback))) {
    return unjudged('transaction-unknown', 'they include a transaction that walletproof cannot judge');
  }
  // What may still arrive could come at any place among them: the search would not end.
  if (state.floating.length > 0) {
    return unjudged('no-answer', 'an earlier call without an answer may have been handled among them');
  }
  // A call that was not taken to the agent, or was refused for its signature, moved nothing.
  const arrived = all.filter((each) => each.said.kind !== 'not-arrived' && signatureFindings(rules, each).length === 0);
  const left = leftByMany(rules, state, arrived);
  if (left !== undefined) {
    const isOrdered = areInOrder(rules, state.worlds, arrived);
    const after = afterwards(rules, state, { ...left, isOrdered, calls: arrived });
    return isOrdered
      ? judgeOrdered(rules, after, { all })
      : unjudged('at-once', 'the next balance will show the result', after);
  }
  const tooMany = 'they have too many orders to search';
  const question = { worlds: state.worlds, calls: arrived, mostStates };
  const orders = searchOrders(rules, { ...question, demand: 'answers' });
  if (orders === undefined) return unjudged('at-once', tooMany);
  if (orders.worlds.length > 0) {
    return judgeOrdered(rules, afterwards(rules, state, { ...orders, calls: arrived, isOrdered: true }), { all });
  }
  // Orders in which each call is accepted or refused as it was, if need be with money from elsewhere.
  const accepting = searchOrders(rules, { ...question, demand: 'acceptance' });
  const isAny = accepting?.worlds.length === 0;
  const loose = isAny ? searchOrders(rules, { ...question, demand: 'anything' }) : accepting;
  if (loose === undefined) return unjudged('at-once', tooMany);
  const after = afterwards(rules, state, { ...loose, calls: arrived, isOrdered: false });
  return judgeDisordered(rules, after, { all, arrived, loose, before: state.worlds[0] });
};

/** What more bets leave than anybody can put in order, where the order does not matter. */
const leftByMany = (rules: LiveRules, { worlds: [world, ...others] }: AccountState, arrived: readonly Heard[]) => {
  if (world === undefined || others.length > 0 || arrived.length <= mostSearched) return undefined;
  if (arrived.some(({ said }) => said.kind !== 'balance')) return undefined;
  const worlds = leftInAnyOrder(rules, world, arrived);
  return worlds && { worlds };
};

const formFindings = (at: At): readonly Finding[] => [
  ...signatureFindings(at.rules, at.heard),
  ...lintLive(at, 'together'),
];

interface Left {
  readonly worlds: readonly Ledger[];
  readonly isOrdered: boolean;
  readonly calls: readonly Heard[];
}

const mostUnheard = 3;

const afterwards = (rules: LiveRules, state: AccountState, { worlds, calls, isOrdered }: Left): AccountState => {
  const unheard = calls.filter(({ said }) => said.kind === 'unheard' && said.mayFollow);
  const next: AccountState = {
    ...state,
    worlds,
    floating: [...state.floating, ...unheard.map(({ callback }) => callback)],
    doubt: { kind: 'together', calls: calls.map(remembered), isOrdered },
    unexplained: undefined,
  };
  const isTooMuch = worlds.length > mostWorlds || unheard.length > mostUnheard;
  if (!isTooMuch) return stillFloating(rules, next);
  const callbacks = calls.map(({ callback }) => callback);
  return giveUp(rules, next, callbacks);
};

/** Whether an order that gives the answers is found, as one after another comes. */
const areInOrder = (rules: LiveRules, worlds: readonly Ledger[], calls: readonly Heard[]): boolean => {
  const follower = new OrderFollower(rules, worlds);
  const moments = calls.flatMap((call) => [
    { call, at: call.begun },
    { call, at: call.ended },
  ]);
  return moments
    .toSorted((one, other) => one.at - other.at)
    .every(({ call: { begun, callback, said }, at }) => {
      if (at === begun) follower.begin(begun, callback);
      return at === begun || (said.kind === 'balance' && follower.end(begun, said) === true);
    });
};

interface Ordered {
  readonly all: readonly Heard[];
  readonly which?: string;
}

/** Right; or consistent with what a breach has left. */
export const judgeOrdered = (
  rules: LiveRules,
  state: AccountState,
  { all, which = `One of ${all.length} calls at once` }: Ordered,
): Judged => {
  const [world] = state.worlds;
  const since = world && earlierBreach(state, world);
  const isOff = world !== undefined && since !== undefined;
  const how = isOff ? stillOff(bookOf(world).gap, state.account.currency) : 'as the agent does';
  const say = isOff ? ({ verdict: 'consistent', since } as const) : ({ verdict: 'right' } as const);
  const judgements = all.map((heard) => {
    const { said, callback } = heard;
    const findings = formFindings({ rules, state, heard });
    if (said.kind === 'unheard' || said.kind === 'not-arrived') {
      return tell({ rules, heard }, { verdict: 'unjudged', because: 'no-answer', sentence: said.reason, findings });
    }
    const answer = said.kind === 'refusal' ? 'refuses it' : `gives ${renderAtScale(said.actual, callback.currency)}`;
    const sentence = `${which}: an order of them ${answer}, ${how}.`;
    return tell({ rules, heard }, { ...say, sentence, findings });
  });
  return { state, judgements };
};

interface Disordered {
  readonly all: readonly Heard[];
  readonly arrived: readonly Heard[];
  readonly loose: Orders;
  readonly before: Ledger | undefined;
}

/** Calls at once of which no order gives all the answers. */
const judgeDisordered = (rules: LiveRules, state: AccountState, disordered: Disordered): Judged => {
  const { all } = disordered;
  const told = all.map((heard) => ({ heard, story: storyOf(rules, heard, disordered) }));
  const changes = told.flatMap(({ story }) => (story === undefined ? [] : [story.change]));
  const [largest] = changes.toSorted((one, other) => other.abs().cmp(one.abs()));
  const worlds =
    largest === undefined
      ? state.worlds
      : distinctWorlds(state.worlds.map((world) => movedApart(world, 'gap', largest)));
  const judgements = told.map(({ heard, story }) => {
    const { said } = heard;
    const breach = story === undefined || said.kind !== 'balance' ? [] : breachOf(rules, { ...heard, said }, story);
    const sentence = `One of ${all.length} calls at once, and no order of them gives all their answers: moved by something else? The next balance will show.`;
    const findings = [...signatureFindings(rules, heard), ...breach, ...lintLive({ rules, state, heard }, 'together')];
    return tell({ rules, heard }, { verdict: 'unjudged', because: 'moved', sentence, findings });
  });
  const cause = told.find(({ story }) => story !== undefined && story.change === largest)?.heard;
  const gapCause = cause && { exchangeId: cause.exchangeId, at: endOf(cause.call) };
  return { state: { ...state, worlds, ...(gapCause && { gapCause }) }, judgements };
};

/** A balance that contains a transaction more than once. */
const storyOf = (
  rules: LiveRules,
  { said }: Heard,
  { arrived, loose, before }: Disordered,
): StoryAtOnce | undefined => {
  if (said.kind !== 'balance' || before === undefined) return undefined;
  if (loose.balances.some((each) => each.eq(said.actual))) return undefined;
  const calls = arrived.filter(mayBeApplied);
  const known = (id: string): Transaction | undefined => transactionIn(rules, before, id);
  for (const balance of loose.balances) {
    const story = appliedSeveralTimes({ calls, known, change: said.actual.minus(balance) });
    if (story !== undefined) return story;
  }
  return undefined;
};

const breachOf = (rules: LiveRules, heard: HeardBalance, story: StoryAtOnce): readonly Finding[] => {
  const { callback, said, label, exchangeId } = heard;
  const expected = said.actual.minus(story.change);
  const [is, must] = [said.actual, expected].map((each) => renderAtScale(each, callback.currency));
  return findLive(
    { rules, heard },
    {
      code: story.code,
      situation: 'together',
      message: `${label}: of calls at once, one answered ${is}, it must be ${must}.`,
      expected: must,
      actual: is,
      likelyCause: withSum(story.cause, { expected, actual: said.actual, account: callback }),
      before: exchangesOf(story).filter((id) => id !== exchangeId),
    },
  );
};
