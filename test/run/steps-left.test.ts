import { expect, it } from '@jest/globals';
import type { Step } from '../../src/formats/scenario/scenario.ts';
import { stepsLeft } from '../../src/run/steps.ts';

const wait = (durationMs: number): Step => ({
  kind: 'wait',
  place: { line: 1, column: 1 },
  durationMs,
});

const durationsOf = (left: ReturnType<typeof stepsLeft>): number[] => {
  const durations: number[] = [];
  for (let step = left.take(); step?.kind === 'wait'; step = left.take()) {
    durations.push(step.durationMs);
  }
  return durations;
};

it('gives steps in their order, and what a step stands for before the rest', () => {
  const left = stepsLeft([wait(1), wait(4)]);
  left.take();
  left.putFirst([wait(2), wait(3)], 2);
  expect(durationsOf(left)).toEqual([2, 3, 2, 3, 4]);
});

it('shows the step that comes next, over the end of a repetition', () => {
  const left = stepsLeft([wait(9)]);
  left.putFirst([wait(1)], 2);
  left.take();
  expect(left.next()).toEqual(wait(1));
  left.take();
  expect(left.next()).toEqual(wait(9));
  left.take();
  expect(left.next()).toBeUndefined();
});

it('takes nothing for something', () => {
  const left = stepsLeft([wait(1)]);
  left.putFirst([]);
  left.putFirst([wait(2)], 0);
  expect(durationsOf(left)).toEqual([1]);
});

it('repeats a long list as often as a scenario may ask for', () => {
  const left = stepsLeft();
  const steps = Array.from({ length: 30 }, (_, index) => wait(index));
  left.putFirst(steps, 10_000);
  expect(durationsOf(left)).toHaveLength(300_000);
});
