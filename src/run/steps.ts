import type { Dice } from '../base/dice.ts';
import { amountOf, renderAmount, zero } from '../base/money.ts';
import {
  type AmountExpression,
  type CallOptions,
  type CallStep,
  eachStep,
  type MakeBetStep,
  type MatrixRow,
  type OthersStep,
  type PackStep,
  type Scenario,
  type Step,
} from '../formats/scenario/scenario.ts';
import type { Quirks } from '../spec/quirks.ts';

export const kindsOfSteps = (steps: readonly Step[]): ReadonlySet<Step['kind']> =>
  new Set([...eachStep(steps)].map(({ kind }) => kind));

/** The callbacks that are written one by one. */
export const callsIn = (steps: readonly Step[]): CallStep[] =>
  [...eachStep(steps)].filter(
    (step) =>
      step.kind === 'getBalance' || step.kind === 'makeBet' || step.kind === 'rollback' || step.kind === 'resend',
  );

/** The same calls one after another: none at once. */
export const oneByOne = (steps: readonly Step[]): Step[] =>
  steps.flatMap((step): readonly Step[] | Step => {
    if (step.kind === 'together' || step.kind === 'kill') return step.steps;
    if (step.kind === 'matrix') return step.rows.flatMap(({ steps: row }) => oneByOne(row));
    return step.kind === 'repeat' ? { ...step, steps: oneByOne(step.steps) } : step;
  });

/**
 * The scenario with rows of its matrices drawn: each value of what varies comes at least once, and which meets which is
 * for the dice to say; all rows where the run is thorough.
 */
export const drawn = (
  scenario: Scenario,
  { dice, isThorough }: { readonly dice: Dice; readonly isThorough?: boolean | undefined },
): Scenario =>
  scenario.steps.some(({ kind }) => kind === 'matrix')
    ? {
        ...scenario,
        steps: scenario.steps.map((step, index): Step => {
          if (step.kind !== 'matrix') return step;
          const { rows, place } = step;
          const taken = isThorough === true ? rows : drawRows(rows, dice.fork(`${scenario.file}/${index}`));
          return { kind: 'repeat', place, count: 1, steps: taken.flatMap(({ steps }) => steps) };
        }),
      }
    : scenario;

const drawRows = (rows: readonly MatrixRow[], dice: Dice): readonly MatrixRow[] => {
  const sizes = (rows[0]?.cell ?? []).map((_, axis) => 1 + Math.max(...rows.map(({ cell }) => cell[axis] ?? 0)));
  const longest = Math.max(...sizes);
  const dealt = sizes.map((size) => {
    const rounds = Array.from({ length: Math.ceil(longest / size) }, () =>
      dice.shuffle(Array.from({ length: size }, (_, value) => value)),
    );
    return rounds.flat();
  });
  const cells = new Set(Array.from({ length: longest }, (_, at) => String(dealt.map((values) => values[at] ?? 0))));
  return rows.filter(({ cell }) => cells.has(String(cell)));
};

/** What calls say of themselves. */
export const optionsOf = (steps: readonly Step[]): CallOptions[] =>
  [...eachStep(steps)].flatMap((step) => ('options' in step ? [step.options] : []));

/** Every amount that the steps move, as written. */
export const amountsOf = (steps: readonly Step[]): AmountExpression[] =>
  [...eachStep(steps)].flatMap((step) => {
    switch (step.kind) {
      case 'makeBet':
        return [step.bet, step.win];
      case 'pack':
        return [...step.wins, ...step.bets].map(exactly);
      case 'resend':
        return [step.bet, step.win].flatMap((each) => each ?? []);
      default:
        return [];
    }
  });

const exactly = (text: string): AmountExpression => ({ kind: 'exact', text });

/** A free-spin pack as the calls it is: progress, is_finish on the last, then its win (section 3). */
export const expandPack = (pack: PackStep, packWin: Quirks['packWin']): CallStep[] => {
  const { place, options, id, total, wins, bets } = pack;
  const calls: CallStep[] = [];
  const pay = (bet: string, win: string, name?: string): void => {
    // What moves nothing is settled by no makeBet.
    if ([bet, win].every((text) => amountOf(text).eq(0))) return;
    const amounts = { bet: exactly(bet), win: exactly(win) };
    calls.push({ kind: 'makeBet', place, options, id: name, ...amounts, roundFinished: true });
  };
  let sum = zero;
  for (let played = 0; played <= total; played += 1) {
    const isFinish = played === total;
    const win = wins[played - 1] ?? '0';
    sum = sum.plus(amountOf(win));
    const accumulatedWin = renderAmount(sum);
    // The last win of a pack paid spin by spin is the one that settles it.
    const isLast = wins.slice(played).every((later) => amountOf(later).eq(0));
    if (packWin === 'per-spin') pay('0', win, isLast ? id : undefined);
    if (packWin === 'before-finish' && isFinish) pay('0', accumulatedWin, id);
    calls.push({ kind: 'getBalance', place, options, freespins: { played, total, isFinish, accumulatedWin } });
    pay(bets[played - 1] ?? '0', '0');
  }
  if (packWin === 'after-finish') pay('0', renderAmount(sum), id);
  // The first getBalance after the pack carries no freespins any more.
  calls.push({ kind: 'getBalance', place, options });
  return calls;
};

/** Bets that win their stake: the agent has so many transactions more, the account what it had. */
export const expandOthers = ({ place, options, count }: OthersStep): MakeBetStep[] =>
  Array.from({ length: count }, () => ({
    ...{ kind: 'makeBet', place, options },
    ...{ bet: exactly('1'), win: exactly('1'), roundFinished: true },
  }));

export type StepsLeft = ReturnType<typeof stepsLeft>;

/**
 * The steps that are still to be played, in their order. What is repeated is gone through again, not
 * written out: taking the first of a hundred thousand from a list moves all the others.
 */
export const stepsLeft = (all: readonly Step[] = []) => {
  // Steps of one list, where in them the next one is, and how often they are still gone through.
  const rows: { readonly steps: readonly Step[]; at: number; times: number }[] = [];
  /** Puts steps before the others: what a step stands for, so many times. */
  const putFirst = (steps: readonly Step[], times = 1): void => {
    if (steps.length > 0 && times > 0) rows.push({ steps, at: 0, times });
  };
  putFirst(all);
  /** The next one, which is left then. */
  const next = (): Step | undefined => {
    const row = rows.at(-1);
    return row?.steps[row.at];
  };
  const take = (): Step | undefined => {
    const step = next();
    const row = rows.at(-1);
    if (row === undefined) return undefined;
    row.at = (row.at + 1) % row.steps.length;
    if (row.at === 0) row.times -= 1;
    if (row.times === 0) rows.pop();
    return step;
  };
  return { next, take, putFirst };
};
