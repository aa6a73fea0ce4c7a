import type { VNode } from 'preact';
import type { RunView } from '../../../spec/admin/views.ts';
import { Ago } from '../parts/ago.tsx';
import { durationText } from '../parts/duration-text.ts';
import { hrefOf } from '../routes.ts';
import { store } from '../store.ts';
import { runBefore } from './run-before.ts';
import { RunChanges } from './run-changes.tsx';
import { RunVerdictText } from './run-verdict-text.tsx';
import { summaryText } from './summary-text.ts';

/** What came of a run, in a few lines above its report. */
export const RunHead = ({ run }: { readonly run: RunView }): VNode => {
  const before = runBefore(store.runs.value, run);
  const path = `/__admin/runs/${encodeURIComponent(run.id)}`;
  return (
    <section class="run-head">
      <p class="row">
        <RunVerdictText run={run} />
        {run.summary === undefined ? null : <span>{summaryText(run.summary)}</span>}
        <span class="quiet">
          <Ago at={run.startedAt} />
          {run.durationMs === undefined ? '' : `, took ${durationText(run.durationMs)}`}
        </span>
        <a href={path} download={`${run.id}.json`}>
          report.json
        </a>
        <a href={`${path}/report`} target="_blank" rel="noopener">
          Report in a tab <span aria-hidden="true">↗</span>
        </a>
      </p>
      {before === undefined ? null : (
        <div>
          Since <a href={hrefOf('runs', before.id)}>the run before</a>:{' '}
          <RunChanges id={run.id} since={before.id} />
        </div>
      )}
    </section>
  );
};
