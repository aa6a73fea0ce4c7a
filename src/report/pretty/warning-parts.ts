import type { Finding } from '../../spec/finding.ts';
import { findings } from '../../spec/finding.ts';
import type { RequirementResult, Run } from '../../spec/run.ts';
import { wrappedLines } from '../wrapped-lines.ts';
import { findingsByWeight, placeOf } from './findings-by-weight.ts';
import { otherFindingLines } from './other-finding-lines.ts';
import type { Page } from './page.ts';
import { proseColumns } from './page.ts';
import { partRule } from './part-rule.ts';
import { requirementHeading } from './requirement-heading.ts';

const sentences = (finding: Finding): string[] => {
  const { code, message, expected, actual } = finding;
  const values =
    expected === undefined ? [] : [`Expected ${expected}, got ${actual ?? 'nothing'}.`];
  return [message, ...values, findings[code].hint, `(${code}, ${placeOf(finding)})`];
};

const warningLines = (result: RequirementResult, page: Page): string[] => {
  const [first, ...others] = findingsByWeight(result.findings);
  const texts = first === undefined ? [result.reason ?? ''] : sentences(first);
  return [
    ...requirementHeading(result, page),
    ...texts
      .flatMap((text) => wrappedLines(text, proseColumns(page, 2)))
      .map((line) => `  ${line}`),
    ...otherFindingLines(others, page),
  ];
};

/** Each warning as a part of its own: what happened and what to do, without the calls. */
export const warningParts = (run: Run, page: Page): string[][] => {
  const warned = run.requirements.filter(
    ({ verdict, known }) => verdict === 'warned' && known !== true,
  );
  return warned.map((result, index) => [
    partRule(page, 'warned', `warning ${index + 1} of ${warned.length}`),
    ...warningLines(result, page),
  ]);
};
