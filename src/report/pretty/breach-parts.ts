import type { RequirementResult, Run } from '../../spec/run.ts';
import { shellCommand } from '../shell-command.ts';
import { wrappedLines } from '../wrapped-lines.ts';
import type { ExchangesById } from './finding-lines.ts';
import { findingLines } from './finding-lines.ts';
import { findingsByWeight } from './findings-by-weight.ts';
import { otherFindingLines } from './other-finding-lines.ts';
import type { Page } from './page.ts';
import { proseColumns } from './page.ts';
import { partRule } from './part-rule.ts';
import { requirementHeading } from './requirement-heading.ts';

/** Never broken into lines: it is there to be copied. */
const rerunLines = ({ id }: RequirementResult, page: Page): string[] => [
  '',
  page.paint.dim('  run only this'),
  `  ${page.paint.cyan(shellCommand([...page.rerun, '--only', id]))}`,
];

const reasonLines = ({ reason = 'no finding was recorded' }: RequirementResult, page: Page) =>
  wrappedLines(reason, proseColumns(page, 2)).map((line) => `  ${line}`);

const breachLines = (result: RequirementResult, byId: ExchangesById, page: Page): string[] => {
  const [first, ...others] = findingsByWeight(result.findings);
  return [
    ...requirementHeading(result, page),
    '',
    ...(first === undefined ? reasonLines(result, page) : findingLines(first, byId, page)),
    ...otherFindingLines(others, page),
    ...rerunLines(result, page),
  ];
};

/** Each broken requirement that is not known as a part of its own: what happened, the calls, where to look. */
export const breachParts = (run: Run, page: Page): string[][] => {
  const byId = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const broken = run.requirements.filter(
    ({ verdict, known }) => verdict === 'failed' && known !== true,
  );
  return broken.map((result, index) => [
    partRule(page, 'failed', `breach ${index + 1} of ${broken.length}`),
    ...breachLines(result, byId, page),
  ]);
};
