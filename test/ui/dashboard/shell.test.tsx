import { afterEach, expect, it } from '@jest/globals';
import { render } from 'preact-render-to-string';
import { Shell } from '../../../src/ui/dashboard/shell.tsx';
import { AdminRefusal } from '../../../src/ui/parts/call-admin.ts';
import { currentRoute, parseRoute } from '../../../src/ui/parts/routes.ts';
import { store } from '../../../src/ui/parts/store.ts';

afterEach(() => {
  store.problem.value = undefined;
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
  [...shown().matchAll(/aria-current="(\w+)"[^>]*>([^<]+)</g)].map(
    ([, value, title]) => `${title} ${value}`,
  );

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

it('says whether events arrive, in words', () => {
  store.connection.value = 'lost';
  expect(shown()).toContain('not connected: trying again');
  store.connection.value = 'live';
  expect(shown()).toContain('> live<');
});
