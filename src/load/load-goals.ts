import { msText } from '../base/quantities.ts';
import { visibleLine } from '../base/visible-text.ts';
import type { LoadGoal, LoadReport } from '../formats/load-report.ts';
import { addHistograms, percentileOf, percentilesOf } from '../report/load/histograms.ts';
import { callbackTypes } from '../spec/callback.ts';
import { usageError } from '../spec/walletproof-error.ts';
import { sum } from './tally.ts';

/** What a goal is judged by. */
type GoalParts = Pick<LoadReport, 'latency' | 'service' | 'errors' | 'callbacks' | 'seconds'> & {
  readonly health: Pick<LoadReport['health'], 'lateness'>;
};

/** What a goal came to, or why it is not judged. */
type Judged = { readonly isMet: boolean; readonly actual: string } | { readonly reason: string };

/** What `--fail-on` takes, read. */
interface Goal {
  readonly text: string;
  /** The lateness of the generator makes its figure worse. */
  readonly isOfTime: boolean;
  judge(parts: GoalParts): Judged;
}

/** The goals of `--fail-on`, one a text. Throws a WalletproofError with examples where one is none. */
export const parseGoals = (texts: readonly string[]): Goal[] =>
  texts.map((text) => {
    const goal = parseGoal(text.trim());
    if (goal !== undefined) return goal;
    throw usageError(
      `--fail-on: \`${visibleLine(text)}\` is no goal.`,
      `Write such as ${examples.map((example) => `'${example}'`).join(', ')}.`,
    );
  });

const examples = ['makeBet p99<200ms', 'p99.9<=1s', 'service p50<20ms', 'errors<0.1%', 'rate>=95%'];

const parseGoal = (text: string): Goal | undefined => {
  const [latency, errors, rate] = [latencyForm, errorsForm, rateForm].map((form) => form.exec(text)?.groups);
  // More than all that was asked for cannot be reached.
  const isReachable = rate !== undefined && shareIn(rate) <= 1;
  if (latency !== undefined && Number(latency['percentile']) !== 0) return latencyGoal(text, latency);
  if (errors !== undefined) return errorsGoal(text, errors);
  return isReachable ? rateGoal(text, rate) : undefined;
};

const type = `(?:(?<type>${callbackTypes.join('|')})\\s+)?`;
const bound = (signs: string, units: string) => `\\s*(?<sign>${signs})\\s*(?<digits>\\d+(?:\\.\\d+)?)\\s*${units}`;

const latencyForm = new RegExp(
  `^${type}(?<service>service\\s+)?(?:p(?<percentile>\\d{1,2}(?:\\.\\d{1,3})?)|max)${bound('<=?', '(?<unit>ms|s|m)')}$`,
);
const errorsForm = new RegExp(`^${type}errors${bound('<=?', '%')}$`);
const rateForm = new RegExp(`^rate${bound('>=?', '%')}$`);

type Groups = Readonly<Record<string, string | undefined>>;

const comparisons: Readonly<Record<string, (actual: number, bound: number) => boolean>> = {
  '<': (actual, bound) => actual < bound,
  '<=': (actual, bound) => actual <= bound,
  '>': (actual, bound) => actual > bound,
  '>=': (actual, bound) => actual >= bound,
};

const isMet = ({ sign = '' }: Groups, actual: number, bound: number): boolean =>
  comparisons[sign]?.(actual, bound) === true;

/** Written with its exponent: 0.1 % is 0.001 and no neighbour of it. */
const shareIn = ({ digits = '' }: Groups): number => Number(`${digits}e-2`);

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** From the intended time, or from the sending (`service`); of several types the worst is told. */
const latencyGoal = (text: string, groups: Groups): Goal => {
  const percentile = Number(groups['percentile'] ?? 100);
  const isService = groups['service'] !== undefined;
  const name = `${isService ? 'service ' : ''}${percentile === 100 ? 'max' : `p${percentile}`}`;
  const boundMs = Number(groups['digits']) * (unitMs[groups['unit'] ?? ''] ?? 1);
  return {
    text,
    isOfTime: true,
    judge: (parts) => {
      const times = isService ? parts.service : parts.latency;
      const [worst] = callbackTypes
        .filter((each) => groups['type'] === undefined || groups['type'] === each)
        .flatMap((each) => {
          const ms = percentileOf(times[each], percentile);
          return ms === undefined ? [] : [{ type: each, ms }];
        })
        .toSorted((one, other) => other.ms - one.ms);
      if (worst === undefined) return { reason: `no ${groups['type'] ?? 'callback'} was answered` };
      // With the digits that decide: `199.68 ms`.
      const ms = Number(worst.ms.toFixed(worst.ms < 10 ? 3 : 2));
      return { isMet: isMet(groups, worst.ms, boundMs), actual: `${worst.type} ${name} ${ms} ms` };
    },
  };
};

const errorsGoal = (text: string, groups: Groups): Goal => ({
  text,
  isOfTime: false,
  judge: ({ errors, callbacks }) => {
    const isOfType = (each: string): boolean => groups['type'] === undefined || groups['type'] === each;
    const sent = Object.entries(callbacks).filter(([each]) => isOfType(each));
    const failed = errors.filter((error) => isOfType(error.type));
    const parts = { part: sum(failed, ({ count }) => count), all: sum(sent, ([, count]) => count) };
    return parts.all === 0 ? { reason: `no ${groups['type'] ?? 'callback'} was sent` } : judgeShare(groups, parts);
  },
});

/** Callbacks that were sent, of those that were asked for. */
const rateGoal = (text: string, groups: Groups): Goal => ({
  text,
  isOfTime: true,
  judge: ({ seconds }) => {
    const parts = { part: sum(seconds, ({ sent }) => sent), all: sum(seconds, ({ asked }) => asked) };
    return parts.all === 0 ? { reason: 'no callback was due' } : judgeShare(groups, parts);
  },
});

const judgeShare = (groups: Groups, { part, all }: { readonly part: number; readonly all: number }): Judged => ({
  isMet: isMet(groups, part / all, shareIn(groups)),
  actual: `${part} of ${all} (${Number(((part / all) * 100).toPrecision(3))} %)`,
});

/** What each goal came to. */
export const judgeGoals = (goals: readonly Goal[], parts: GoalParts): LoadGoal[] => {
  const late = latenessTold(parts);
  return goals.map(({ text: goal, isOfTime, judge }) => {
    const judged = judge(parts);
    if ('reason' in judged) return { goal, result: 'not-judged', actual: 'nothing', reason: judged.reason };
    const { actual } = judged;
    if (judged.isMet) return { goal, result: 'met', actual };
    // Lateness makes every figure worse: what is met is met without it, too.
    return isOfTime && late !== undefined
      ? { goal, result: 'not-judged', actual, reason: late }
      : { goal, result: 'missed', actual };
  });
};

/** Why a figure that is bad may be the generator's own: it came to callbacks late. Undefined where it did not. */
export const latenessTold = ({ latency, health }: Pick<GoalParts, 'latency' | 'health'>): string | undefined => {
  const own = percentilesOf(health.lateness);
  const all = percentilesOf(addHistograms(Object.values(latency)));
  if (own === undefined || all === undefined || own.p99 <= all.p99 / 10) return undefined;
  return `the generator itself was late: it came to callbacks up to ${msText(own.p99)} after they were due (p99), more than a tenth of ${msText(all.p99)}, the p99 of the answers`;
};
