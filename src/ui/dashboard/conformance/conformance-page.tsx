import type { VNode } from 'preact';
import type { RunView, ScenarioView } from '../../../spec/admin/views.ts';
import { callAdmin } from '../call-admin.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { store } from '../store.ts';
import { RunHistory } from './run-history.tsx';
import { RunProgress } from './run-progress.tsx';
import { RunSuite } from './run-suite.tsx';
import { ScenarioList } from './scenario-list.tsx';

/** Runs the suite or a scenario, and tells what came of every run. */
export const ConformancePage = (): VNode => {
  const runs = store.runs.value;
  const running = runs.find(({ state }) => state === 'running');
  const read = useLoaded(
    () => callAdmin<readonly ScenarioView[]>('GET', '/scenarios'),
    `${store.scenarioChanges.value} ${store.refreshes.value}`,
    'scenarios',
  );
  const scenarios = read.kind === 'loaded' ? read.value : [];
  return (
    <div class="conformance">
      <h1>Conformance</h1>
      <RunSuite
        count={suiteOf(scenarios)}
        isRunning={running !== undefined}
        isFirst={!runs.some(isOver)}
      />
      {running === undefined ? null : <RunProgress run={running} />}
      {runs.some(isOver) ? <RunHistory runs={runs.filter(isOver)} /> : null}
      <ErrorNote error={read.kind === 'failed' ? read.error : undefined} />
      <ScenarioList scenarios={scenarios} isRunning={running !== undefined} />
    </div>
  );
};

const isOver = ({ state }: RunView): boolean => state !== 'running';

const suiteOf = (scenarios: readonly ScenarioView[]): number =>
  scenarios.filter(({ home }) => home === 'suite').length;
