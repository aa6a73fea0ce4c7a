import { renderToString } from 'preact-render-to-string';
import type { RunView } from '../../../../src/api/schemas/runs.ts';
import { Progress } from '../../../../src/ui/dashboard/conformance/run-state.tsx';
import { aRunView } from './run-views.ts';

const controls = { start: () => {}, fuzz: () => {}, interrupt: () => {}, isBusy: true, error: undefined };

const textOf = (given: Partial<RunView>): string => {
  const run = aRunView({ state: 'running', total: 130, done: 37, ...given });
  return renderToString(<Progress run={run} controls={controls} />).replaceAll(/<[^>]*>/g, ' ');
};

test('it says how far it is', () => {
  expect(textOf({})).toContain('37 of 130');
});

test('it says how many sequences were drawn in how many of its seconds', () => {
  expect(textOf({ total: 60, done: 12, drawn: 340 })).toContain('12 of 60 s, 340 sequences');
});

test('it is starting until it is known how much there is to play', () => {
  expect(textOf({ total: 0, done: 0 })).toContain('starting');
});

test.each([
  ['failed', '1 scenario failed so far'],
  ['warned', 'nothing failed so far'],
  ['passed', 'nothing failed so far'],
] as const)('one that is %s: %s', (verdict, text) => {
  expect(textOf({ scenarios: [{ file: 'a.yaml', title: 'A bet', verdict }] })).toContain(text);
});

test('controls in a title are written out', () => {
  expect(textOf({ title: 'a\u202eb' })).toContain('a\\u{202e}b');
});
