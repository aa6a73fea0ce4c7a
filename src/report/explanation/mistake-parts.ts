import { labelledLines } from '../pretty/labelled-lines.ts';
import type { Page } from '../pretty/page.ts';
import type { MistakeExplanation } from './explanation.ts';
import type { Part } from './part.ts';

/** What it is and what to change, then how to find it in a request. */
export const mistakeParts = (told: MistakeExplanation, page: Page): Part[] => {
  const layout = { page, indent: 2, width: 15 };
  return [
    { lines: [page.paint.bold(told.code)] },
    {
      lines: [
        ...labelledLines(layout, 'means', told.sentence),
        ...labelledLines(layout, 'change', told.remedy),
      ],
    },
    { title: 'See it', lines: told.commands.map((command) => `  ${command}`) },
  ];
};
