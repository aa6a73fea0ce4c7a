import type { Step } from '../formats/scenario/scenario.ts';

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
  const rows: Row[] = [];
  const putFirst = (steps: readonly Step[], times = 1): void => {
    if (steps.length > 0 && times > 0) rows.push({ steps, at: 0, times });
  };
  putFirst(all);
  return {
    next: () => {
      const row = rows.at(-1);
      return row?.steps[row.at];
    },
    take: () => {
      const row = rows.at(-1);
      if (row === undefined) return undefined;
      const step = row.steps[row.at];
      goOn(row);
      if (row.times === 0) rows.pop();
      return step;
    },
    putFirst,
  };
};

/** Steps of one list, and where in them the next one is. */
interface Row {
  readonly steps: readonly Step[];
  at: number;
  /** How often they are still gone through, the present time included. */
  times: number;
}

const goOn = (row: Row): void => {
  row.at += 1;
  if (row.at < row.steps.length) return;
  row.at = 0;
  row.times -= 1;
};
