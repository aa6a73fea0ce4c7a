import type { Explanation } from './explanation/explanation.ts';
import { findingParts } from './explanation/finding-parts.ts';
import { mistakeParts } from './explanation/mistake-parts.ts';
import type { Part } from './explanation/part.ts';
import { requirementParts } from './explanation/requirement-parts.ts';
import type { Page } from './pretty/page.ts';

/** An explanation for people, wrapped to the page. */
export const renderExplanation = (told: Explanation, page: Page): string => {
  const texts = partsOf(told, page)
    .filter(({ lines }) => lines.length > 0)
    .map((part) => linesOf(part, page).join('\n'));
  return `${texts.join('\n\n')}\n`;
};

const partsOf = (told: Explanation, page: Page): Part[] => {
  switch (told.kind) {
    case 'requirement':
      return requirementParts(told, page);
    case 'finding':
      return findingParts(told, page);
    case 'mistake':
      return mistakeParts(told, page);
  }
};

const linesOf = ({ title, lines }: Part, page: Page): readonly string[] =>
  title === undefined ? lines : [page.paint.bold(title), ...lines];
