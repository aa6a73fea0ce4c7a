import type { RequirementResult, Run } from '../../spec/run.ts';
import type { Verdict } from '../../spec/verdict.ts';
import { requirementIds } from '../requirement-ids.ts';
import { labelledLines } from './labelled-lines.ts';
import type { Page } from './page.ts';

const unjudged: readonly Verdict[] = ['inconclusive', 'blocked', 'skipped'];
const noReason = 'no reason given';

const withReason = (results: readonly RequirementResult[], reason: string): string =>
  requirementIds(
    results.filter((result) => (result.reason ?? noReason) === reason).map(({ id }) => id),
  );

const linesOf = (verdict: Verdict, run: Run, page: Page): string[] => {
  const results = run.requirements.filter((result) => result.verdict === verdict);
  const reasons = new Set(results.map(({ reason = noReason }) => reason));
  return [...reasons].flatMap((reason, index) =>
    labelledLines(
      { page, indent: 2, width: 14 },
      index === 0 ? verdict : '',
      `${reason} (${withReason(results, reason)})`,
    ),
  );
};

/** What has no verdict, and why; requirements with one reason are told together. */
export const unjudgedLines = (run: Run, page: Page): string[] => {
  const lines = unjudged.flatMap((verdict) => linesOf(verdict, run, page));
  return lines.length === 0 ? [] : [page.paint.bold('Not judged'), ...lines];
};
