import type { BaselineEntry, BaselineResult, Run } from '../../spec/run.ts';
import { labelledLines } from './labelled-lines.ts';
import type { Page } from './page.ts';

const nameOf = ({ requirement, code, reason }: BaselineEntry): string =>
  `${requirement} ${code} (${reason})`;

const staleText = (entry: BaselineEntry): string =>
  `${nameOf(entry)}: the run does not show it any more. Take the entry out.`;

const expiredText = (entry: BaselineEntry): string =>
  `${nameOf(entry)}: its last day was ${entry.expires}, and it is still broken. Mend it, or give it another day.`;

const linesOf = ({ stale, expired }: BaselineResult, page: Page): string[] => {
  const options = { page, indent: 2, width: 9 };
  return [
    ...stale.flatMap((entry) => labelledLines(options, 'stale', staleText(entry))),
    ...expired.flatMap((entry) => labelledLines(options, 'expired', expiredText(entry))),
  ];
};

/** What is to be done about the baseline itself. */
export const baselineLines = ({ baseline }: Run, page: Page): string[] => {
  if (baseline === undefined) return [];
  const lines = linesOf(baseline, page);
  return lines.length === 0 ? [] : [page.paint.bold(`Baseline ${baseline.file}`), ...lines];
};
