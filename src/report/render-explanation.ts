import type { Explanation } from './explanation/explanation.ts';
import { findingParts } from './explanation/finding-parts.ts';
import type { Part } from './explanation/part.ts';
import { requirementParts } from './explanation/requirement-parts.ts';
import type { Page } from './pretty/page.ts';

/** An explanation for people, wrapped to the page. */
export const renderExplanation = (told: Explanation, page: Page): string => {
  const parts =
    told.kind === 'requirement' ? requirementParts(told, page) : findingParts(told, page);
  const texts = parts
    .filter(({ lines }) => lines.length > 0)
    .map((part) => linesOf(part, page).join('\n'));
  return `${texts.join('\n\n')}\n`;
};

const linesOf = ({ title, lines }: Part, page: Page): readonly string[] =>
  title === undefined ? lines : [page.paint.bold(title), ...lines];
