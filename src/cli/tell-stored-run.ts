import { renderError } from '../report/render-error.ts';
import type { Run } from '../spec/run.ts';
import type { RunOptions } from './common-options.ts';
import { openRunReporters } from './open-run-reporters.ts';

/** Tells a finished run through the reporters that the options name. */
export const tellStoredRun = async (
  run: Run,
  options: Pick<RunOptions, 'reporter' | 'color'>,
): Promise<void> => {
  const reporter = await openRunReporters(options, ['walletproof', 'test', run.agent.callbackUrl]);
  reporter.tell({ kind: 'run-finished', run });
  for (const failure of await reporter.close()) process.stderr.write(renderError(failure));
};
