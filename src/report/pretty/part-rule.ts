import type { Verdict } from '../../spec/verdict.ts';
import type { Page } from './page.ts';
import { proseColumns } from './page.ts';
import { inColourOf } from './verdict-label.ts';

/** A line across the page that says what begins: where one breach ends, at a glance. */
export const partRule = (page: Page, verdict: Verdict, title: string): string => {
  const rest = Math.max(2, proseColumns(page, title.length + 4));
  return inColourOf(verdict, page.paint, `── ${title} ${'─'.repeat(rest)}`);
};
