import { renderToString } from 'preact-render-to-string';
import type { RunView } from '../../../../src/api/schemas/runs.ts';
import type { Summary } from '../../../../src/formats/run.ts';
import {
  RunVerdictText,
  runBefore,
  summaryText,
} from '../../../../src/ui/dashboard/conformance/run-history.tsx';

const run = (id: string, told: Partial<RunView> = {}): RunView => ({
  id,
  state: 'finished',
  title: 'the whole suite',
  startedAt: '2026-03-01T12:00:00.000Z',
  total: 1,
  done: 1,
  scenarios: [],
  ...told,
});

test('a run is compared with the last finished run of the same thing', () => {
  const now = run('r5');
  const runs = [
    now,
    run('r4', { title: 'one' }),
    run('r3', { state: 'failed' }),
    run('r2'),
    run('r1'),
  ];
  expect(runBefore(runs, now)?.id).toBe('r2');
});

test('the first run has none before it', () => {
  expect(runBefore([run('r2', { title: 'one' }), run('r1')], run('r1'))).toBeUndefined();
});

test('a run that is under way is not compared yet', () => {
  const now = run('r2', { state: 'running' });
  expect(runBefore([now, run('r1')], now)).toBeUndefined();
});

const none: Summary = {
  passed: 0,
  failed: 0,
  warned: 0,
  observed: 0,
  skipped: 0,
  blocked: 0,
  inconclusive: 0,
};

test('what there is is told, worst first', () => {
  expect(summaryText({ ...none, passed: 118, failed: 2, skipped: 1 })).toBe(
    '2 failed, 118 passed, 1 skipped',
  );
});

test('a run that judged nothing says so', () => {
  expect(summaryText(none)).toBe('nothing judged');
});

test.each([
  [{ state: 'finished', verdict: 'conformant' }, '✓ conformant'],
  [{ state: 'finished', verdict: 'nonconformant', partial: true }, '✗ not conformant interrupted'],
  [{ state: 'failed' }, '? could not be run'],
  [{ state: 'running' }, '… running'],
] as const)('%j is told as %s', (told, text) => {
  const markup = renderToString(<RunVerdictText run={run('r1', told)} />);
  expect(markup.replaceAll(/<[^>]*>/g, '')).toBe(text);
});
