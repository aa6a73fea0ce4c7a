import type { AmountExpression, CallOptions, CallStep, Step } from '../formats/scenario/scenario.ts';

/** Every step that occurs, and what is in groups after the group itself. */
const stepsIn = (steps: readonly Step[]): Step[] =>
  steps.flatMap((step) =>
    step.kind === 'together' || step.kind === 'repeat' ? [step, ...stepsIn(step.steps)] : [step],
  );

export const kindsOfSteps = (steps: readonly Step[]): ReadonlySet<Step['kind']> =>
  new Set(stepsIn(steps).map(({ kind }) => kind));

/** The callbacks that are written one by one. */
export const callsIn = (steps: readonly Step[]): CallStep[] =>
  stepsIn(steps).filter(
    (step) =>
      step.kind === 'getBalance' || step.kind === 'makeBet' || step.kind === 'rollback' || step.kind === 'resend',
  );

/** What calls say of themselves. */
export const optionsOf = (steps: readonly Step[]): CallOptions[] =>
  stepsIn(steps).flatMap((step) => ('options' in step ? [step.options] : []));

/** Every amount that the steps move, as written. */
export const amountsOf = (steps: readonly Step[]): AmountExpression[] =>
  stepsIn(steps).flatMap((step) => {
    switch (step.kind) {
      case 'makeBet':
        return [step.bet, step.win];
      case 'pack':
        return [...step.wins, ...step.bets].map((text) => ({ kind: 'exact' as const, text }));
      case 'resend':
        return [step.bet, step.win].flatMap((each) => each ?? []);
      default:
        return [];
    }
  });

/** The steps that are still to be played. */
export interface StepsLeft {
  /** The next one, which is left then. */
  next(): Step | undefined;
  take(): Step | undefined;
  /** Puts steps before the others: what a step stands for, so many times. */
  putFirst(steps: readonly Step[], times?: number): void;
}

/**
 * Steps in their order. What is repeated is gone through again, not written out: taking the first of
 * a hundred thousand from a list moves all the others.
 */
export const stepsLeft = (all: readonly Step[] = []): StepsLeft => {
  // Steps of one list, where in them the next one is, and how often they are still gone through.
  const rows: { readonly steps: readonly Step[]; at: number; times: number }[] = [];
  const next = (): Step | undefined => {
    const row = rows.at(-1);
    return row?.steps[row.at];
  };
  const putFirst = (steps: readonly Step[], times = 1): void => {
    if (steps.length > 0 && times > 0) rows.push({ steps, at: 0, times });
  };
  putFirst(all);
  return {
    next,
    take: () => {
      const step = next();
      const row = rows.at(-1);
      if (row === undefined) return undefined;
      row.at = (row.at + 1) % row.steps.length;
      if (row.at === 0) row.times -= 1;
      if (row.times === 0) rows.pop();
      return step;
    },
    putFirst,
  };
};
