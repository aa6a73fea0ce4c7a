import type { RunView } from '../../../../src/api/schemas/runs.ts';

/** A finished run as the history lists it. */
export const aRunView = (given: Partial<RunView> = {}): RunView => ({
  id: 'r1',
  state: 'finished',
  title: 'the whole suite',
  startedAt: '2026-03-01T12:00:00.000Z',
  total: 1,
  done: 1,
  scenarios: [],
  ...given,
});
