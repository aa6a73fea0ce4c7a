import { existsSync } from 'node:fs';
import { renderToString } from 'preact-render-to-string';
import type { FindingsView } from '../../../../src/api/schemas/findings.ts';
import type { Setup } from '../../../../src/api/schemas/platform.ts';
import type { RunView } from '../../../../src/api/schemas/runs.ts';
import { namesOf } from '../../../../src/spec/closed-list.ts';
import { filesOf, trials } from '../../../../src/spec/trials.ts';
import { callsAddress } from '../../../../src/ui/dashboard/findings/finding-actions.tsx';
import { FindingsPage, judgedSentence, statusSentence } from '../../../../src/ui/dashboard/findings/findings-page.tsx';
import { tileState } from '../../../../src/ui/dashboard/findings/trial-strip.tsx';
import { store } from '../../../../src/ui/parts/store.ts';
import { sampleFinding } from './sample-finding.ts';

const judged = { right: 0, wrong: 0, risky: 0, consistent: 0, unjudged: 0 };

afterEach(() => {
  store.findings.value = undefined;
  store.setup.value = undefined;
});

const shown = (view: Partial<FindingsView>): string => {
  store.setup.value = { players: [], games: [], callbackUrl: 'http://a' } as unknown as Setup;
  const baselineFile = 'walletproof.baseline.yaml';
  store.findings.value = { findings: [], judged, unjudged: [], baselineFile, ...view };
  return renderToString(<FindingsPage />);
};

test.each([
  [0, 0, judged, 'Nothing was judged yet'],
  [0, 0, { ...judged, unjudged: 3 }, '3 of 3 answers could not be judged'],
  [0, 0, { ...judged, right: 1 }, 'Nothing is wrong so far'],
  [0, 0, { ...judged, right: 3, unjudged: 704 }, '704 of 707 answers could not be judged'],
  [0, 0, { ...judged, right: 704, unjudged: 3 }, 'Nothing is wrong so far'],
  [1, 0, judged, 'One thing to fix'],
  [1, 2, judged, 'One thing to fix, two to consider'],
  [0, 1, judged, 'One thing to consider'],
  [12, 0, judged, '12 things to fix'],
])('%i to fix and %i to consider with %j judged: %4$s', (fix, consider, verdicts, sentence) => {
  expect(statusSentence({ fix, consider }, verdicts)).toBe(sentence);
});

test('what was judged is told with what was wrong of it', () => {
  expect(judgedSentence({ judged: { ...judged, right: 3, wrong: 1, unjudged: 2 } })).toBe(
    '4 answers judged, 1 of them wrong.',
  );
});

test('what nobody could judge leads to these calls, says why, and offers a quiet balance where that helps', () => {
  const unjudged = [
    { because: 'at-once', count: 640, exchangeId: 'ex-9' },
    { because: 'no-answer', count: 64, exchangeId: 'ex-3' },
  ] as const;
  const markup = shown({ judged: { ...judged, right: 3, unjudged: 704 }, unjudged: [...unjudged] });
  expect(markup).toContain('href="#/traffic?verdict=unjudged&amp;runs=show">704 could not be judged');
  expect(markup).toContain('<a href="#/exchanges/ex-9">640</a> because calls of one account overlapped');
  expect(markup).toContain('Hold calls and read the balance');
  expect(shown({ judged: { ...judged, unjudged: 64 }, unjudged: unjudged.slice(1) })).not.toContain('Hold calls');
});

test('a card has the calls as links, how often it was seen, and what can be done about it', () => {
  const markup = shown({ findings: [sampleFinding], judged: { ...judged, wrong: 1 } });
  expect(markup).toContain('One thing to fix');
  for (const text of ['A rollback refunds', '#/exchanges/ex-2', '2 times, first', 'Play again']) {
    expect(markup).toContain(text);
  }
  expect(markup).toContain('href="#/runs/run-1"');
  expect(markup).toContain('scenarios/rollback.yaml:12');
  expect(markup).toContain('Mute…');
});

test('muted findings are folded at the end, and count no more', () => {
  const markup = shown({ findings: [{ ...sampleFinding, muted: 'PAY-17' }] });
  expect(markup).toContain('Nothing was judged yet');
  expect(markup).toMatch(/<details class="muted"><summary>1 muted finding</);
  expect(markup).toContain('Unmute');
});

test('nothing can be muted where the server has no file for it', () => {
  store.findings.value = { findings: [sampleFinding], judged, unjudged: [] };
  expect(renderToString(<FindingsPage />)).not.toContain('Mute…');
});

test('every trial has its tile, tried or not, and says what its scenarios came to last', () => {
  const [file = ''] = filesOf('rollback');
  const scenarios = [{ file, title: 'A rollback', verdict: 'failed' as const }];
  store.runs.value = [{ ...run, scenarios }];
  const markup = shown({})
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  for (const { title } of Object.values(trials)) expect(markup).toContain(` ${title} `);
  expect(markup).toContain('A rollback ✗ wrong');
  expect(markup).toContain('A repeated bet – not tried');
  store.runs.value = [];
});

const run: RunView = {
  ...{ id: 'r', state: 'finished', title: 'Again', startedAt: '2026-01-01T00:00:00.000Z', total: 1, done: 1 },
  scenarios: [],
};

test('a tile is as its worst scenario, is playing while one of them is, and hears nothing of others', () => {
  const [one = '', two = ''] = filesOf('win');
  const played = (...scenarios: RunView['scenarios']): RunView => ({ ...run, scenarios });
  const right = { file: one, title: '', verdict: 'passed' } as const;
  const doubtful = { file: two, title: '', verdict: 'warned' } as const;
  expect(tileState('win', [])).toBe('unplayed');
  expect(tileState('win', [played(right)])).toBe('passed');
  expect(tileState('win', [played(right, doubtful)])).toBe('doubtful');
  expect(tileState('bet', [played(right, doubtful)])).toBe('unplayed');
  expect(tileState('win', [{ ...run, state: 'running', playing: [two] }, played(right)])).toBe('playing');
});

test('no scenario belongs to two trials, and each is one of the suite', () => {
  const files = namesOf(trials).flatMap(filesOf);
  expect(new Set(files).size).toBe(files.length);
  for (const file of files) expect(existsSync(file)).toBe(true);
});

test('the calls of one transaction are opened together; of several the wrong one', () => {
  expect(callsAddress(sampleFinding)).toBe('#/traffic?transactionId=tx-1&runs=show');
  const [first, second] = sampleFinding.calls;
  const calls = [{ ...first, transactionId: 'tx-2' }, second] as typeof sampleFinding.calls;
  expect(callsAddress({ ...sampleFinding, calls })).toBe('#/exchanges/ex-2');
});
