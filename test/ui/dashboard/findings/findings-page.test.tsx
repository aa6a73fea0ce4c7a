import { renderToString } from 'preact-render-to-string';
import type { FindingsView } from '../../../../src/api/schemas/findings.ts';
import type { Setup } from '../../../../src/api/schemas/platform.ts';
import { callsAddress } from '../../../../src/ui/dashboard/findings/finding-actions.tsx';
import { FindingsPage, judgedSentence, statusSentence } from '../../../../src/ui/dashboard/findings/findings-page.tsx';
import { above } from '../../../../src/ui/dashboard/findings/try-out.ts';
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
  store.findings.value = { findings: [], judged, untried: [], baselineFile, ...view };
  return renderToString(<FindingsPage />);
};

test.each([
  [0, judged, 'Nothing was judged yet'],
  [0, { ...judged, unjudged: 3 }, 'Nothing was judged yet'],
  [0, { ...judged, right: 1 }, 'Nothing is wrong so far'],
  [0, { ...judged, right: 3, unjudged: 704 }, 'Nothing is wrong so far, but 704 of 707 answers could not be judged'],
  [1, judged, 'One thing to fix'],
  [2, judged, 'Two things to fix'],
  [12, judged, '12 things to fix'],
])('%i findings with %j judged: %3$s', (open, verdicts, sentence) => {
  expect(statusSentence(open, verdicts)).toBe(sentence);
});

test('what was judged is told with what was wrong of it, and what nobody can judge', () => {
  expect(judgedSentence({ judged: { ...judged, right: 3, wrong: 1, unjudged: 2 } })).toBe(
    '4 answers judged, 1 of them wrong. 2 more cannot be judged.',
  );
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
  store.findings.value = { findings: [sampleFinding], judged, untried: [] };
  expect(renderToString(<FindingsPage />)).not.toContain('Mute…');
});

test('what was never tried has a card with the button that tries it', () => {
  const markup = shown({ untried: ['rollback', 'together'] });
  expect(markup).toContain('nothing was rolled back');
  expect(markup).toContain('Send ten at once');
  expect(markup).not.toContain('Bet too much');
});

test('the calls of one transaction are opened together; of several the wrong one', () => {
  expect(callsAddress(sampleFinding)).toBe('#/traffic?transactionId=tx-1&runs=show');
  const [first, second] = sampleFinding.calls;
  const calls = [{ ...first, transactionId: 'tx-2' }, second] as typeof sampleFinding.calls;
  expect(callsAddress({ ...sampleFinding, calls })).toBe('#/exchanges/ex-2');
});

test.each([
  ['1000.00', '11000.00'],
  ['0', '10'],
  [undefined, '10'],
  ['-5.00', '1'],
])('more than a balance of %s is %s', (balance, amount) => {
  expect(above(balance)).toBe(amount);
});
