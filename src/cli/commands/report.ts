import type { Run } from '../../formats/run.ts';
import { compareRuns } from '../../judge/compare-runs.ts';
import { renderComparison } from '../../report/render-comparison.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import { demand, type ExitCode, exitCodes } from '../../spec/walletproof-error.ts';
import { exitCodeOf, renderError } from '../exit-code.ts';
import type { OptionsOf } from '../options.ts';
import { log, print, printJson } from '../output.ts';
import { openRunReporters } from '../standard-output.ts';
import { standardPage } from '../standard-page.ts';
import { readRun, storedScenarios } from '../stored-run.ts';

/**
 * Tells a stored run: through reporters, or against an earlier one. Its own verdict is no exit code; what the judges of
 * now say of it is, and so is what newly fails.
 */
export const report = async (file: string, options: OptionsOf<'report'>): Promise<ExitCode> => {
  const { judge, source, against, json } = options;
  demand(source === undefined || judge === true, '--source does nothing without --judge.', 'Add --judge.');
  demand(
    json !== true || against !== undefined,
    '--json does nothing without --against OLD.json.',
    'Add --against OLD.json, or write --reporter json for the run itself.',
  );
  const isTwice = file === '-' && against === '-';
  demand(!isTwice, 'Both runs cannot be read from standard input.', 'Name a file for one of them.');
  const before = against === undefined ? undefined : await readRun(against);
  const stored = await readRun(file);
  const run = judge === true ? await judgedAgain(stored, file, options) : stored;
  if (against !== undefined && before !== undefined) {
    const comparison = compareRuns(before, run);
    if (json === true) printJson(comparison);
    else print(renderComparison(comparison, { page: standardPage(options), before: against, now: file }));
    return comparison.newlyFailing.length > 0 ? exitCodes.nonconformant : exitCodes.passed;
  }
  const reporter = await openRunReporters(options, ['walletproof', 'test', run.agent.callbackUrl]);
  reporter.tell({ kind: 'run-finished', run });
  for (const failure of await reporter.close()) log(renderError(failure));
  return judge === true ? exitCodeOf(run) : exitCodes.passed;
};

/** The run by the judges of now, without calling the agent; on stderr, what differs from the stored verdict. */
const judgedAgain = async (stored: Run, file: string, { source }: OptionsOf<'report'>): Promise<Run> => {
  const scenarios = await storedScenarios(stored, file);
  // Loaded here: a report needs no judges.
  const { judgeAgain } = await import('../../run/judge-again.ts');
  const run = await judgeAgain(stored, { scenarios, catalogue: requirements, source });
  const comparison = compareRuns(stored, run);
  const names = { before: `${file}, as stored`, now: `${file}, judged again` };
  log(
    comparison.unchanged === run.requirements.length
      ? 'walletproof: judged again: every requirement stands as stored\n'
      : renderComparison(comparison, { page: standardPage({ color: false }), ...names }),
  );
  return run;
};
