import type { Finding } from '../../formats/judgement.ts';
import type { Amount } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { AccountState } from './account-state.ts';
import { coveredBets } from './covered-bets.ts';
import type { Story } from './difference.ts';
import { appliedSeveralTimes } from './doubt-story.ts';
import { signatureFindings } from './judge-refused-call.ts';
import type { Judged } from './judged.ts';
import { giveUp, stillFloating } from './judged.ts';
import type { LiveRules } from './memory.ts';
import { isUnknowable } from './memory.ts';
import type { BalanceReading, Reading } from './reading.ts';
import type { Orders } from './search-orders.ts';
import { searchOrders } from './search-orders.ts';
import { findLive, lintLive, signed, tell } from './tell.ts';
import type { World } from './world.ts';
import { distinctWorlds } from './world.ts';

/**
 * Calls on one account that were under way at the same time. Right where some order of them gives
 * every answer; wrong only where the amounts of a transaction that was sent more than once say so.
 * The next quiet balance tells what they left.
 */
export const judgeGroup = (
  rules: LiveRules,
  state: AccountState,
  readings: readonly Reading[],
): Judged => {
  const callbacks = readings.map(({ callback }) => callback);
  const gaveUp = (why: string): Judged =>
    unjudged(rules, giveUp(rules, state, callbacks), { readings, why });
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
  readonly readings: readonly Reading[];
  readonly arrived: readonly Reading[];
  readonly gaveUp: (why: string) => Judged;
}

const judgeOrders = (
  rules: LiveRules,
  state: AccountState,
  { readings, arrived, gaveUp }: Group,
): Judged => {
  const question = { worlds: state.worlds, readings: arrived };
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

/** The account after more bets than anybody can put in order, where the order does not matter. */
const manyBets = (
  rules: LiveRules,
  state: AccountState,
  readings: readonly Reading[],
): AccountState | undefined => {
  const [world, ...others] = state.worlds;
  if (world === undefined || others.length > 0 || readings.length <= mostSearched) return undefined;
  const covered = coveredBets(rules, world, readings);
  if (covered === undefined) return undefined;
  return afterwards(rules, state, { worlds: [covered], readings, isOrdered: false });
};

/** More bets than this are not put in order: what they leave is the same. */
const mostSearched = 5;

const unknown = 'a transaction that nobody here can tell about is among them';

const noAccount = 'nothing was known of the account before them';

const inTheAir = 'an earlier call without an answer may have been handled among them';

const tooManyBets = 'the next balance tells what they left';

const tooMany = 'they have too many orders to look through';

/** A call that was not taken to the agent, or was refused for its signature, moved nothing. */
const mayHaveArrived = (rules: LiveRules, reading: Reading): boolean =>
  reading.word.kind !== 'not-arrived' && signatureFindings(rules, reading).length === 0;

/** Orders in which each call is accepted or refused as it was, if need be with money from elsewhere. */
const looseOrders = (
  rules: LiveRules,
  question: { readonly worlds: readonly World[]; readonly readings: readonly Reading[] },
): Orders | undefined => {
  const accepting = searchOrders(rules, { ...question, demand: 'acceptance' });
  return accepting === undefined || accepting.worlds.length > 0
    ? accepting
    : searchOrders(rules, { ...question, demand: 'anything' });
};

interface Left {
  readonly worlds: readonly World[];
  readonly isOrdered: boolean;
  readonly readings: readonly Reading[];
}

const afterwards = (rules: LiveRules, state: AccountState, left: Left): AccountState => {
  const { worlds, readings, isOrdered } = left;
  const unheard = readings.filter(({ word }) => word.kind === 'unheard' && word.mayFollow);
  const next: AccountState = {
    ...state,
    worlds,
    floating: [...state.floating, ...unheard.map(({ callback }) => callback)],
    doubt: { kind: 'together', readings, isOrdered },
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

const mostWorlds = 48;

const mostUnheard = 3;

const judgeOrdered = (
  rules: LiveRules,
  state: AccountState,
  readings: readonly Reading[],
): Judged => {
  const judgements = readings.map((reading) => {
    const { word, callback } = reading;
    const findings = [
      ...signatureFindings(rules, reading),
      ...lintLive(rules, reading, 'together'),
    ];
    if (word.kind === 'unheard' || word.kind === 'not-arrived') {
      return tell(rules, reading, { verdict: 'unjudged', sentence: word.reason, findings });
    }
    const said =
      word.kind === 'refusal'
        ? 'refuses it'
        : `gives ${renderAtScale(word.actual, callback.currency)}`;
    const sentence = `One of ${readings.length} calls at once: an order of them ${said}, as the agent does.`;
    return tell(rules, reading, { verdict: 'right', sentence, findings });
  });
  return { state, judgements };
};

interface Unjudged {
  readonly readings: readonly Reading[];
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
  readonly readings: readonly Reading[];
  readonly arrived: readonly Reading[];
  readonly loose: Orders;
  readonly before: readonly World[];
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
      : distinctWorlds(state.worlds.map((world) => ({ ...world, gap: world.gap.plus(largest) })));
  const judgements = told.map(({ reading, story }) => {
    const signature = signatureFindings(rules, reading);
    const lint = lintLive(rules, reading, 'together');
    const { word } = reading;
    const breach =
      story === undefined || word.kind !== 'balance'
        ? []
        : breachOf(rules, { ...reading, word }, story);
    const sentence = `One of ${readings.length} calls at once, and no order of them gives all their answers: moved by somebody else? The next balance tells.`;
    const findings = [...signature, ...breach, ...lint];
    return tell(rules, reading, { verdict: 'unjudged', sentence, findings });
  });
  return { state: { ...state, worlds }, judgements };
};

/** A balance that contains a transaction more than once. */
const storyOf = (
  rules: LiveRules,
  { word }: Reading,
  { arrived, loose, before }: Disordered,
): Story | undefined => {
  const [world] = before;
  if (word.kind !== 'balance' || world === undefined) return undefined;
  if (loose.balances.some((each) => each.eq(word.actual))) return undefined;
  for (const balance of loose.balances) {
    const change: Amount = word.actual.minus(balance);
    const story = appliedSeveralTimes(rules, arrived, { world, change });
    if (story !== undefined) return story;
  }
  return undefined;
};

const breachOf = (rules: LiveRules, reading: BalanceReading, story: Story): readonly Finding[] => {
  const { callback, word, call } = reading;
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  const must = shown(word.actual.minus(story.change));
  return findLive(rules, reading, {
    code: story.code,
    situation: 'together',
    message: `${call.label}: of calls at once, one answered ${shown(word.actual)}, it must be ${must}.`,
    expected: must,
    actual: shown(word.actual),
    likelyCause: `${story.cause}: ${shown(word.actual)} = ${must} ${signed(story.change, shown)}`,
    before: story.evidence.filter((id) => id !== call.exchange.id),
  });
};
