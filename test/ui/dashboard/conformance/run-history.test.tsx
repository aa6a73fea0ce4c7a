import { renderToString } from 'preact-render-to-string';
import type { RunView } from '../../../../src/api/schemas/runs.ts';
import { runBefore } from '../../../../src/ui/dashboard/conformance/run-history.tsx';
import { RunVerdictText } from '../../../../src/ui/dashboard/conformance/run-state.tsx';
import { aRunView } from './run-views.ts';

const run = (id: string, told: Partial<RunView> = {}): RunView => aRunView({ id, ...told });

test('a run is compared with the last finished run of the same thing', () => {
  const now = run('r5');
  const runs = [now, run('r4', { title: 'one' }), run('r3', { state: 'failed' }), run('r2'), run('r1')];
  expect(runBefore(runs, now)?.id).toBe('r2');
});

test('the first run has none before it', () => {
  expect(runBefore([run('r2', { title: 'one' }), run('r1')], run('r1'))).toBeUndefined();
});

test('a run that is under way is not compared yet', () => {
  const now = run('r2', { state: 'running' });
  expect(runBefore([now, run('r1')], now)).toBeUndefined();
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
