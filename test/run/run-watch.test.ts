import { beforeEach, expect, it } from '@jest/globals';
import type { RunOrderOfPage, RunView, WatchView } from '../../src/api/schemas/runs.ts';
import { RunWatch } from '../../src/run/run-watch.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';

const aView = (changes: Partial<RunView> = {}): RunView => ({
  ...{ id: 'run-0', state: 'finished', title: 'the whole suite', startedAt: '2026-01-01' },
  ...{ total: 2, done: 2 },
  scenarios: [
    { file: 'a.yaml', title: 'The first', verdict: 'failed' },
    { file: 'b.yaml', title: 'The second', verdict: 'passed' },
  ],
  ...changes,
});

const clock = createManualClock(0);
let runs: RunView[];
let started: RunOrderOfPage[];
let shown: WatchView[];
let errors: unknown[];
let agent: 'listening' | 'refused' | 'silent';
let tellChanged: (files: readonly string[]) => void;

beforeEach(() => {
  [runs, started, shown, errors, agent] = [[aView()], [], [], [], 'listening'];
});

const open = () => {
  const watch = new RunWatch({
    desk: {
      list: () => runs,
      start: async (order) => {
        started.push(order);
        return aView({ id: `run-${started.length}`, state: 'running' });
      },
    },
    lookAtAgent: async () => agent,
    changedScenarios: (signal) =>
      new Promise((resolve, reject) => {
        tellChanged = resolve;
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    clock,
    onChange: (view) => shown.push(view),
    onError: (error) => errors.push(error),
  });
  return watch;
};

/** Half a second goes by, and all that follows from it. */
const look = async (seen: typeof agent): Promise<void> => {
  agent = seen;
  await settle();
  await clock.advance(500);
  await settle();
};

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

it('plays what failed again when the agent refused connections and takes them again', async () => {
  const watch = open();
  expect(watch.begin({})).toEqual({ state: 'on' });
  for (const seen of ['listening', 'silent', 'listening', 'refused'] as const) await look(seen);
  expect(started).toEqual([]);
  await look('listening');
  expect(started).toEqual([{ scenarios: ['a.yaml'] }]);
  expect(watch.view()).toMatchObject({
    state: 'on',
    last: { runId: 'run-1', because: 'agent-restarted' },
  });
  await look('listening');
  expect(started).toHaveLength(1);
  watch.end();
});

it('plays the scenarios that were named, and the whole suite where there was no run yet', async () => {
  const watch = open();
  watch.begin({ scenarios: ['b.yaml'] });
  await look('refused');
  await look('listening');
  runs = [];
  watch.begin({});
  await look('refused');
  await look('listening');
  expect(started).toEqual([{ scenarios: ['b.yaml'] }, {}]);
  watch.end();
});

it('starts nothing beside a run, which may itself restart the agent', async () => {
  const watch = open();
  watch.begin({});
  await look('refused');
  runs = [aView({ state: 'running' })];
  await look('listening');
  tellChanged(['c.yaml']);
  await settle();
  expect(started).toEqual([]);
  runs = [aView()];
  watch.noteRun(aView());
  await look('listening');
  // What was saved meanwhile is played; that the agent was gone says nothing.
  expect(started).toEqual([{ scenarios: ['a.yaml', 'c.yaml'] }]);
  watch.end();
});

it('ends, and says so', async () => {
  const watch = open();
  watch.begin({});
  await look('refused');
  expect([watch.end(), watch.end()]).toEqual([true, false]);
  await look('listening');
  tellChanged(['c.yaml']);
  await settle();
  expect([started, errors]).toEqual([[], []]);
  expect(shown.map(({ state }) => state)).toEqual(['on', 'off']);
});
