import { renderToString } from 'preact-render-to-string';
import type { RunView } from '../../../../src/spec/admin/views.ts';
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
