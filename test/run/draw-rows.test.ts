import { describe, expect, it } from '@jest/globals';
import { createDice } from '../../src/base/dice.ts';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import type { MatrixRow, Scenario, Step } from '../../src/formats/scenario/scenario.ts';
import { drawn } from '../../src/run/steps.ts';
import { exactly, makeBetStep, scenario } from './steps.ts';

const place = { line: 1, column: 1 };

/** A matrix of so many values each; the bet of a row tells which values it has: 20.1 is the third of the first. */
const matrix = (...sizes: readonly number[]): Step => {
  const cells = sizes.reduce<number[][]>(
    (before, size) => before.flatMap((cell) => Array.from({ length: size }, (_, value) => [...cell, value])),
    [[]],
  );
  const rows = cells.map((cell): MatrixRow => ({ cell, steps: [makeBetStep({ bet: exactly(cell.join('.')) })] }));
  return { kind: 'matrix', place, rows };
};

const textsOf = (step: Step | undefined): string[] => {
  if (step?.kind !== 'repeat') throw new TypeError('It was not drawn.');
  return step.steps.map((each) => (each.kind === 'makeBet' ? each.bet.text : ''));
};

const drawnWith = (seed: string, steps: readonly Step[], isThorough?: boolean): string[][] =>
  drawn(scenario({}, [...steps]), { dice: createDice(seed), isThorough }).steps.map(textsOf);

/** The values of each axis, in the rows that were taken. */
const valuesIn = (rows: readonly MatrixRow[], taken?: Step): readonly ReadonlySet<number | undefined>[] => {
  const inner = taken?.kind === 'repeat' ? new Set(taken.steps) : undefined;
  const cells = rows.flatMap(({ cell, steps }) => (steps.every((each) => inner?.has(each) ?? true) ? [cell] : []));
  return (rows[0]?.cell ?? []).map((_, axis) => new Set(cells.map((cell) => cell[axis]).toSorted()));
};

describe('the rows that a run draws', () => {
  it.each([[[5, 3]], [[2, 2, 7]], [[4]], [[1, 1]]])(
    'of %j have each value at least once, and no more rows than that needs',
    (sizes) => {
      for (const seed of ['1', '2', '3', '4', '5']) {
        const [rows = []] = drawnWith(seed, [matrix(...sizes)]);
        expect(rows.length).toBeLessThanOrEqual(Math.max(...sizes));
        const met = sizes.map((_, axis) => new Set(rows.map((text) => text.split('.')[axis])).size);
        expect(met).toEqual(sizes);
      }
    },
  );

  it('are the same for the same seed, and others for another one', () => {
    const of = (seed: string) => drawnWith(seed, [matrix(6, 6)])[0];
    expect(of('7/n')).toEqual(of('7/n'));
    expect(new Set(['1', '2', '3', '4', '5', '6'].map((seed) => String(of(seed)))).size).toBeGreaterThan(3);
  });

  it('stand in the order of the file', () => {
    const [rows = []] = drawnWith('3', [matrix(6, 6)]);
    expect(rows).toEqual(rows.toSorted());
  });

  it('differ from matrix to matrix of one scenario', () => {
    const drawnTwice = drawnWith('1', [matrix(6, 6), matrix(6, 6), matrix(6, 6)]);
    expect(new Set(drawnTwice.map(String)).size).toBeGreaterThan(1);
  });

  it('are all of them where the run is thorough', () => {
    expect(drawnWith('1', [matrix(3, 4)], true)[0]).toHaveLength(12);
  });

  it('leave a scenario without a matrix as it is', () => {
    const plain: Scenario = scenario({}, [makeBetStep()]);
    expect(drawn(plain, { dice: createDice('1') })).toBe(plain);
  });

  it('have each value of every matrix of the suite, whatever the seed', async () => {
    const all = (await shippedScenarios()).flatMap((each) => {
      const { steps } = drawn(each, { dice: createDice('11/n') });
      return each.steps.flatMap((step, at) => (step.kind === 'matrix' ? [{ step, taken: steps[at] }] : []));
    });
    expect(all.length).toBeGreaterThan(10);
    for (const { step, taken } of all) expect(valuesIn(step.rows, taken)).toEqual(valuesIn(step.rows));
  });
});
