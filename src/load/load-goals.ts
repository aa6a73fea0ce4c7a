import { msText } from '../base/quantities.ts';
import { visibleLine } from '../base/visible-text.ts';
import type { LoadGoal, LoadReport } from '../formats/load-report.ts';
import { addHistograms, percentileOf, percentilesOf } from '../report/load/histograms.ts';
import { type CallbackType, callbackTypes } from '../spec/callback.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { sum } from './add-parts.ts';

/** What `--fail-on` takes, read. */
export type Goal =
  | {
      readonly kind: 'latency';
      readonly text: string;
      /** Every type that was answered where absent. */
      readonly type: CallbackType | undefined;
      /** From the intended time, or from the sending. */
      readonly of: 'latency' | 'service';
      /** 100: the longest. */
      readonly percentile: number;
      readonly ms: number;
      readonly isMet: Comparison;
    }
  | {
      readonly kind: 'errors';
      readonly text: string;
      readonly type: CallbackType | undefined;
      /** 0 to 1. */
      readonly share: number;
      readonly isMet: Comparison;
    }
  /** Callbacks that were sent, of those that were asked for. */
  | {
      readonly kind: 'rate';
      readonly text: string;
      readonly share: number;
      readonly isMet: Comparison;
    };

type Comparison = (actual: number, bound: number) => boolean;

/** The goals of `--fail-on`, one a text. Throws a WalletproofError with examples where one is none. */
export const parseGoals = (texts: readonly string[]): Goal[] =>
  texts.map((text) => {
    const goal = parseGoal(text.trim());
    if (goal !== undefined) return goal;
    throw new WalletproofError(
      'usage',
      `--fail-on: \`${visibleLine(text)}\` is no goal.`,
      `Write such as ${examples.map((example) => `'${example}'`).join(', ')}.`,
    );
  });

const examples = ['makeBet p99<200ms', 'p99.9<=1s', 'service p50<20ms', 'errors<0.1%', 'rate>=95%'];

const type = '(?:(getBalance|makeBet|rollback)\\s+)?';
const bound = (signs: string, units: string) => `\\s*(${signs})\\s*(\\d+(?:\\.\\d+)?)\\s*${units}`;

const latencyGoal = new RegExp(`^${type}(service\\s+)?(?:p(\\d{1,2}(?:\\.\\d{1,3})?)|max)${bound('<=?', '(ms|s|m)')}$`);
const errorsGoal = new RegExp(`^${type}errors${bound('<=?', '%')}$`);
const rateGoal = new RegExp(`^rate${bound('>=?', '%')}$`);

const parseGoal = (text: string): Goal | undefined => parseLatency(text) ?? parseErrors(text) ?? parseRate(text);

const parseLatency = (text: string): Goal | undefined => {
  const match = latencyGoal.exec(text);
  const [, typeName, service, percentile = '100', sign = '', digits = '', unit = ''] = match ?? [];
  if (match === null || Number(percentile) === 0) return undefined;
  return {
    kind: 'latency',
    text,
    type: callbackTypes.find((each) => each === typeName),
    of: service === undefined ? 'latency' : 'service',
    percentile: Number(percentile),
    ms: Number(digits) * (unitMs[unit] ?? 1),
    isMet: comparisons[sign] ?? never,
  };
};

const parseErrors = (text: string): Goal | undefined => {
  const match = errorsGoal.exec(text);
  if (match === null) return undefined;
  const [, typeName, sign = '', digits = ''] = match;
  const type = callbackTypes.find((each) => each === typeName);
  return { kind: 'errors', text, type, share: shareOf(digits), isMet: comparisons[sign] ?? never };
};

/** More than all that was asked for cannot be reached. */
const parseRate = (text: string): Goal | undefined => {
  const match = rateGoal.exec(text);
  const [, sign = '', digits = ''] = match ?? [];
  if (match === null || shareOf(digits) > 1) return undefined;
  return { kind: 'rate', text, share: shareOf(digits), isMet: comparisons[sign] ?? never };
};

/** Written with its exponent: 0.1 % is 0.001 and no neighbour of it. */
const shareOf = (percent: string): number => Number(`${percent}e-2`);

const never: Comparison = () => false;

const comparisons: Readonly<Record<string, Comparison>> = {
  '<': (actual, bound) => actual < bound,
  '<=': (actual, bound) => actual <= bound,
  '>': (actual, bound) => actual > bound,
  '>=': (actual, bound) => actual >= bound,
};

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** What a goal is judged by. */
export type GoalParts = Pick<LoadReport, 'latency' | 'service' | 'errors' | 'callbacks' | 'seconds'> & {
  readonly health: Pick<LoadReport['health'], 'lateness'>;
};

/** What each goal came to. */
export const judgeGoals = (goals: readonly Goal[], parts: GoalParts): LoadGoal[] => {
  const late = latenessTold(parts);
  return goals.map((goal) => {
    const judged = judgeGoal(goal, parts);
    // Lateness makes every figure worse: what is met is met without it, too.
    const isInDoubt = judged.result === 'missed' && goal.kind !== 'errors' && late !== undefined;
    return isInDoubt ? { ...judged, result: 'not-judged', reason: late } : judged;
  });
};

/** Why a figure that is bad may be the generator's own: it came to callbacks late. Undefined where it did not. */
export const latenessTold = ({ latency, health }: Pick<GoalParts, 'latency' | 'health'>): string | undefined => {
  const own = percentilesOf(health.lateness);
  const all = percentilesOf(addHistograms(Object.values(latency)));
  if (own === undefined || all === undefined || own.p99 <= all.p99 / 10) return undefined;
  return `the generator itself was late: it came to callbacks up to ${msText(own.p99)} after they were due (p99), more than a tenth of ${msText(all.p99)}, the p99 of the answers`;
};

const judgeGoal = (goal: Goal, parts: GoalParts): LoadGoal => {
  switch (goal.kind) {
    case 'latency':
      return judgeLatency(goal, parts);
    case 'errors':
      return judgeErrors(goal, parts);
    case 'rate':
      return judgeRate(goal, parts);
  }
};

type GoalOf<K extends Goal['kind']> = Extract<Goal, { kind: K }>;

/** Of several types the worst is told. */
const judgeLatency = (goal: GoalOf<'latency'>, parts: GoalParts): LoadGoal => {
  const types = goal.type === undefined ? callbackTypes : [goal.type];
  const [worst] = types
    .flatMap((type) => {
      const ms = percentileOf(parts[goal.of][type], goal.percentile);
      return ms === undefined ? [] : [{ type, ms }];
    })
    .toSorted((one, other) => other.ms - one.ms);
  if (worst === undefined) return notJudged(goal, `no ${goal.type ?? 'callback'} was answered`);
  const name = goal.percentile === 100 ? 'max' : `p${goal.percentile}`;
  const service = goal.of === 'service' ? 'service ' : '';
  const actual = `${worst.type} ${service}${name} ${exactMs(worst.ms)}`;
  return { goal: goal.text, result: resultOf(goal.isMet(worst.ms, goal.ms)), actual };
};

/** With the digits that decide: `199.68 ms`. */
const exactMs = (ms: number): string => `${Number(ms.toFixed(ms < 10 ? 3 : 2))} ms`;

const judgeErrors = (goal: GoalOf<'errors'>, { errors, callbacks }: GoalParts): LoadGoal => {
  const isOfType = (type: string) => goal.type === undefined || type === goal.type;
  const count = sum(
    errors.filter(({ type }) => isOfType(type)),
    (error) => error.count,
  );
  const sent = sum(
    Object.entries(callbacks).filter(([type]) => isOfType(type)),
    ([, each]) => each,
  );
  if (sent === 0) return notJudged(goal, `no ${goal.type ?? 'callback'} was sent`);
  const actual = `${count} of ${sent} (${percentText(count / sent)})`;
  return { goal: goal.text, result: resultOf(goal.isMet(count / sent, goal.share)), actual };
};

const judgeRate = (goal: GoalOf<'rate'>, { seconds }: GoalParts): LoadGoal => {
  const asked = sum(seconds, (second) => second.asked);
  const sent = sum(seconds, (second) => second.sent);
  if (asked === 0) return notJudged(goal, 'no callback was due');
  const actual = `${sent} of ${asked} (${percentText(sent / asked)})`;
  return { goal: goal.text, result: resultOf(goal.isMet(sent / asked, goal.share)), actual };
};

const percentText = (share: number): string => `${Number((share * 100).toPrecision(3))} %`;

const resultOf = (isMet: boolean): LoadGoal['result'] => (isMet ? 'met' : 'missed');

const notJudged = ({ text }: Goal, reason: string): LoadGoal => ({
  goal: text,
  result: 'not-judged',
  actual: 'nothing',
  reason,
});
