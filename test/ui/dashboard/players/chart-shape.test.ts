import type { AccountPoint } from '../../../../src/formats/judgement.ts';
import { chartFrame, chartShape } from '../../../../src/ui/dashboard/players/chart-shape.ts';

const width = 640;

const point = (index: number, expected: string, actual?: string): AccountPoint => ({
  at: new Date(Date.UTC(2026, 2, 1, 12, 0, index)).toISOString(),
  exchangeId: `ex-${index}`,
  kind: 'makeBet',
  expected,
  actual,
});

test("the agent's line has a gap where nothing was said", () => {
  const { actualPath, expectedPath } = chartShape(
    [point(0, '10', '10'), point(1, '9'), point(2, '8', '8'), point(3, '7', '7')],
    width,
  );
  expect(actualPath.match(/M/g)).toHaveLength(2);
  expect(expectedPath.match(/M/g)).toHaveLength(1);
});

test('a balance that differs is marked, whatever its zeros', () => {
  const { marks } = chartShape([point(0, '10.00', '10'), point(1, '9.00', '9.01'), point(2, '9')], 640);
  expect(marks.map(({ differs }) => differs)).toEqual([false, true, false]);
});

test.each([
  ['no point', []],
  ['one point', [point(0, '5', '5')]],
  ['all the same', [point(0, '5', '5'), point(1, '5', '5')]],
  ['what is no number', [point(0, 'much', '1e999'), point(1, '5', '5')]],
  ['five hundred', Array.from({ length: 500 }, (_, index) => point(index, `${index}`, `${index}`))],
])('%s stays inside the frame', (_, points) => {
  const shape = chartShape(points, width);
  const places = shape.marks.flatMap(({ x }) => [x]);
  expect(Math.max(0, ...places)).toBeLessThanOrEqual(width - chartFrame.right);
  expect(shape.times.length).toBeLessThanOrEqual(7);
  expect(`${shape.expectedPath}${shape.actualPath}`).not.toMatch(/NaN|Infinity/);
  for (const { place } of shape.amounts) {
    expect(place).toBeGreaterThanOrEqual(chartFrame.top);
    expect(place).toBeLessThanOrEqual(chartFrame.height - chartFrame.bottom);
  }
});

test('a narrow chart has fewer times', () => {
  const points = Array.from({ length: 50 }, (_, index) => point(index, '5', '5'));
  expect(chartShape(points, 320).times.length).toBeLessThan(chartShape(points, 900).times.length);
});

test('more money stands higher, and a step is 72 pixels wide where there is room', () => {
  const { marks, amounts } = chartShape([point(0, '0', '100'), point(1, '100', '0')], width);
  const { left, top, bottom, height } = chartFrame;
  expect(marks.map(({ x }) => x)).toEqual([left, left + 72]);
  expect(marks.map(({ expectedY, actualY }) => [expectedY, actualY])).toEqual([
    [height - bottom, top],
    [top, height - bottom],
  ]);
  expect(amounts[0]).toEqual({ text: '0', place: height - bottom });
  expect(amounts.at(-1)).toEqual({ text: '100', place: top });
});

test('neither line goes on over a restart, which has a mark before its first point', () => {
  const points = [point(0, '9', '9'), point(1, '9', '9'), { ...point(2, '5', '5'), afterRestart: true as const }];
  const { expectedPath, actualPath, restarts } = chartShape(points, width);
  expect([expectedPath, actualPath].map((path) => path.match(/M/g)?.length)).toEqual([2, 2]);
  expect(restarts).toEqual([chartFrame.left + 72 * 1.5]);
});
