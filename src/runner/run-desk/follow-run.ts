import type { RunView } from '../../spec/admin/views.ts';
import type { Run } from '../../spec/run.ts';
import type { RunEvent } from '../../spec/run-event.ts';
import { verdicts } from '../../spec/verdict.ts';

/** A run as the history lists it, after one more event. Pure. */
export const followRun = (view: RunView, event: RunEvent): RunView => {
  switch (event.kind) {
    case 'run-started':
      return { ...view, total: event.scenarioCount };
    case 'scenario-started':
      return { ...view, current: event.title };
    case 'scenario-finished':
      return withScenario(view, event.result);
    case 'run-finished':
      return finished(view, event.run);
  }
};

type Listed = RunView['scenarios'][number];

const withScenario = (view: RunView, { file, title, verdict, reason }: Listed): RunView => {
  const listed = { file, title, verdict, ...(reason === undefined ? {} : { reason }) };
  return {
    ...view,
    done: view.done + 1,
    scenarios: [...view.scenarios, listed].sort((a, b) => rank(a) - rank(b)),
  };
};

const rank = ({ verdict }: Listed): number => verdicts.indexOf(verdict);

const finished = ({ current: _, ...view }: RunView, run: Run): RunView => ({
  ...view,
  state: 'finished',
  startedAt: run.startedAt,
  durationMs: run.durationMs,
  done: view.total,
  verdict: run.verdict,
  ...(run.partial === true ? { partial: true } : {}),
  summary: run.summary,
  failing: run.requirements
    .filter(({ verdict, known }) => verdict === 'failed' && known !== true)
    .map(({ id }) => id),
  ...(run.root === undefined ? {} : { error: `${run.root.reason} ${run.root.remedy}` }),
});
