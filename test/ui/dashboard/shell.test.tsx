import { afterEach, expect, it } from '@jest/globals';
import { render } from 'preact-render-to-string';
import { Shell } from '../../../src/ui/dashboard/shell.tsx';
import { AdminRefusal } from '../../../src/ui/parts/call-admin.ts';
import { store } from '../../../src/ui/parts/store.ts';

afterEach(() => {
  store.problem.value = undefined;
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
  store.problem.value = new AdminRefusal(401, { error: 'token_required', message: 'Show it.' });
  expect(shown()).toContain('Admin token');
  expect(shown()).not.toContain('what is inside');
});

it('tells any other refusal beside the page', () => {
  store.problem.value = new AdminRefusal(403, { error: 'host_not_allowed', message: 'Not here.' });
  expect(shown()).toContain('Not here.');
  expect(shown()).toContain('what is inside');
});
