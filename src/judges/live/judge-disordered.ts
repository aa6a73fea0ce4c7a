import type { Amount } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { Finding } from '../../spec/finding.ts';
import type { AccountState } from './account-state.ts';
import type { Story } from './difference.ts';
import { appliedSeveralTimes } from './doubt-story.ts';
import { findLive, lintLive } from './find-live.ts';
import type { Judged } from './judged.ts';
import type { LiveRules } from './live-rules.ts';
import type { BalanceReading, Reading } from './reading.ts';
import type { Orders } from './search-orders.ts';
import { signed } from './sentences.ts';
import { signatureFindings } from './signature-findings.ts';
import { tell } from './tell.ts';
import type { World } from './world.ts';
import { distinctWorlds } from './world.ts';

interface Disordered {
  readonly readings: readonly Reading[];
  readonly arrived: readonly Reading[];
  readonly loose: Orders;
  readonly before: readonly World[];
}

/** Calls at once of which no order gives all the answers. */
export const judgeDisordered = (
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
