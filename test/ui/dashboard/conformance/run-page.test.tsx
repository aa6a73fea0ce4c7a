import { renderToString } from 'preact-render-to-string';
import type { RunView } from '../../../../src/api/schemas/runs.ts';
import { RunProgress } from '../../../../src/ui/dashboard/conformance/run-page.tsx';

const run: RunView = {
  id: 'r1',
  state: 'running',
  title: 'the whole suite',
  startedAt: '2026-03-01T12:00:00.000Z',
  total: 130,
  done: 37,
  current: 'A rollback',
  scenarios: [{ file: 'b.yaml', title: 'A lost answer', verdict: 'passed' }],
};

const textOf = (given: Partial<RunView>): string =>
  renderToString(<RunProgress run={{ ...run, ...given }} />).replaceAll(/<[^>]*>/g, '');

test('how far it is stands beside what is played now', () => {
  expect(textOf({})).toContain('37 of 130 scenarios. Now: A rollback');
});

test('what passed is no failure', () => {
  expect(textOf({})).toContain('Nothing failed so far.');
});

test('a failure is told as it comes, with its reason', () => {
  const scenarios = [
    { file: 'a.yaml', title: 'A repeated makeBet', verdict: 'failed', reason: 'debited twice' },
  ] as const;
  expect(textOf({ scenarios })).toContain('✗ failed A repeated makeBet debited twice');
});

test.each([
  ['failed', 1],
  ['warned', 1],
  ['inconclusive', 1],
  ['blocked', 1],
  ['passed', 0],
  ['observed', 0],
  ['skipped', 0],
] as const)('a scenario that is %s is among those not passed: %i', (verdict, count) => {
  const scenarios = [{ file: 'a.yaml', title: 'A repeated makeBet', verdict }];
  expect(textOf({ scenarios })).toContain(
    count === 0 ? 'Nothing failed so far.' : '1 not passed so far:',
  );
});
