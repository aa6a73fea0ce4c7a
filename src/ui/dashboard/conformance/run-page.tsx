import type { VNode } from 'preact';
import type { RunView } from '../../../spec/admin/views.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { hrefOf } from '../routes.ts';
import { store } from '../store.ts';
import { RunHead } from './run-head.tsx';
import { RunProgress } from './run-progress.tsx';

/** One run: while it is under way how far it is, then its report. */
export const RunPage = ({ id = '' }: { readonly id?: string }): VNode => {
  const run = store.runs.value.find((one) => one.id === id);
  return (
    <div class="run">
      <nav aria-label="Breadcrumb">
        <a href={hrefOf('conformance')}>Conformance</a>
      </nav>
      <h1>{run === undefined ? 'Run' : `Run: ${run.title}`}</h1>
      {run === undefined ? <NoRun /> : <Body run={run} />}
    </div>
  );
};

const Body = ({ run }: { readonly run: RunView }): VNode => {
  switch (run.state) {
    case 'running':
      return <RunProgress run={run} />;
    case 'failed':
      return (
        <div class="error">
          <p class="what">✗ It could not be run.</p>
          <p>{run.error ?? ''}</p>
        </div>
      );
    case 'finished':
      return (
        <>
          <RunHead run={run} />
          <iframe
            title={`Report of the run: ${run.title}`}
            src={`/__admin/runs/${encodeURIComponent(run.id)}/report`}
            sandbox="allow-scripts allow-popups"
          />
        </>
      );
  }
};

const NoRun = (): VNode | null =>
  store.setup.value === undefined ? null : (
    <EmptyState title="No such run">
      <p>
        The platform keeps the last 50 runs. <a href={hrefOf('conformance')}>See the history</a>, or
        run it again.
      </p>
    </EmptyState>
  );
