import type { RequirementResult } from '../../spec/run.ts';
import { wrappedLines } from '../wrapped-lines.ts';
import type { Page } from './page.ts';
import { proseColumns } from './page.ts';
import { sectionText } from './section-text.ts';
import { inColourOf } from './verdict-label.ts';

/** The requirement by its id, with its words quoted from the catalogue. */
export const requirementHeading = (result: RequirementResult, page: Page): string[] => {
  const { id, level, section, title, verdict } = result;
  const text = `${id} (${level}, ${sectionText(section)}): the agent "${title}"`;
  return wrappedLines(text, proseColumns(page, 0)).map((line) =>
    page.paint.bold(inColourOf(verdict, page.paint, line)),
  );
};
