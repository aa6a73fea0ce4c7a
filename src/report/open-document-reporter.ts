import type { Run } from '../spec/run.ts';
import type { Reporter } from './reporter.ts';
import type { ReporterContext } from './reporter-context.ts';

/** A reporter that says nothing until the run is finished, then renders it whole. */
export const openDocumentReporter = (
  { target }: ReporterContext,
  render: (run: Run) => string,
): Reporter => ({
  tell: (event) => {
    if (event.kind === 'run-finished') target.write(render(event.run));
  },
  close: async () => {
    const error = await target.close();
    return error === undefined ? [] : [error];
  },
});
