import { afterEach, expect, it } from '@jest/globals';
import { render } from 'preact-render-to-string';
import type { FindingsView, FindingView } from '../../../src/api/schemas/findings.ts';
import { newcomers, Shell } from '../../../src/ui/dashboard/shell.tsx';
import { AdminRefusal } from '../../../src/ui/parts/call-admin.ts';
import { currentRoute, parseRoute } from '../../../src/ui/parts/routes.ts';
import { store } from '../../../src/ui/parts/store.ts';
import { sampleFinding } from './findings/sample-finding.ts';

afterEach(() => {
  store.problem.value = undefined;
  store.findings.value = undefined;
  store.connection.value = 'connecting';
  currentRoute.value = { page: 'traffic', query: '' };
});

const shown = (): string =>
  render(
    <Shell>
      <p>what is inside</p>
    </Shell>,
  );

it('shows the page', () => {
  expect(shown()).toContain('what is inside');
});

it('asks for the admin token where the platform wants to see it, and shows no page', () => {
  const message = 'This request needs the admin token. It comes through a proxy.';
  store.problem.value = new AdminRefusal(401, { error: 'token_required', message });
  expect(shown()).toContain('Admin token');
  expect(shown()).toContain(message);
  expect(shown()).not.toContain('what is inside');
});

it('tells any other refusal beside the page', () => {
  store.problem.value = new AdminRefusal(403, { error: 'host_not_allowed', message: 'Not here.' });
  expect(shown()).toContain('Not here.');
  expect(shown()).toContain('what is inside');
});

const current = (): readonly string[] =>
  [...shown().matchAll(/aria-current="(\w+)"[^>]*>([^<]+)</g)].map(([, value, title]) => `${title} ${value}`);

it.each([
  ['#/players', ['Players page']],
  ['#/players/player-1', ['Players true']],
  ['#/exchanges/ex-1', ['Traffic true']],
  ['#/runs/run-1', ['Conformance true']],
  ['#/nowhere', []],
])('at %s it says which page is open, or above the one that is', (hash, marked) => {
  currentRoute.value = parseRoute(hash);
  expect(current()).toEqual(marked);
});

const finding = (id: string, title: string, weight: 'breach' | 'risk' = 'breach'): FindingView => ({
  ...sampleFinding,
  ...{ id, title, weight },
});

const found = (...findings: readonly FindingView[]): FindingsView => ({
  findings,
  judged: { right: 1, wrong: 1, risky: 0, consistent: 0, unjudged: 0 },
  unjudged: [],
});

it('counts what is wrong beside the name of the page, muted findings left out', () => {
  const [one, other] = [finding('1', 'It keeps the win'), finding('2', 'It waits', 'risk')];
  store.findings.value = found(one, other, { ...finding('3', 'Known'), muted: 'PAY-17' });
  expect(shown()).toMatch(/Findings<span class="count">1<span class="unseen"> thing to fix/);
  store.findings.value = found(other);
  expect(shown()).toMatch(/<span class="count risk">1<span class="unseen"> thing to consider/);
  store.findings.value = found();
  expect(shown()).not.toContain('class="count');
});

it('has new findings said once: none of those that were there when the page was opened', () => {
  const [old, fresh] = [finding('1', 'Old'), finding('2', 'Fresh')];
  expect(newcomers([old], undefined)).toEqual([]);
  expect(newcomers([fresh, old], new Set(['1']))).toEqual([fresh]);
  expect(newcomers([fresh, old], new Set(['1', '2']))).toEqual([]);
});
