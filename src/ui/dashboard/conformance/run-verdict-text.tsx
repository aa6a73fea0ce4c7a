import type { VNode } from 'preact';
import type { RunView } from '../../../spec/admin/views.ts';
import { VerdictMark } from '../parts/verdict-mark.tsx';

/** The verdict of a run, or why it has none. */
export const RunVerdictText = ({ run }: { readonly run: RunView }): VNode => {
  switch (run.state) {
    case 'running':
      return <span class="tone-none">… running</span>;
    case 'failed':
      return <span class="tone-unsure">? could not be run</span>;
    case 'finished':
      return (
        <>
          <VerdictMark verdict={run.verdict} />
          {run.partial === true ? <span class="quiet"> interrupted</span> : null}
        </>
      );
  }
};
