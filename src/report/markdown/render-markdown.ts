import type { RootContent } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { Run } from '../../spec/run.ts';
import { plainRun } from '../plain-run.ts';
import { breachSections } from './breach-sections.ts';
import { dialectSection } from './dialect-section.ts';
import { gauntletSection } from './gauntlet-section.ts';
import { headSection } from './head-section.ts';
import { unjudgedSection } from './unjudged-section.ts';
import { warningSection } from './warning-section.ts';

/**
 * The run as GitHub flavoured Markdown: verdict, counts, each breach with its evidence, warnings,
 * what was not judged. The library escapes what Markdown and HTML would read in a text.
 */
export const renderMarkdown = (hostile: Run): string => {
  const run = plainRun(hostile);
  const children: RootContent[] = [
    ...headSection(run),
    ...breachSections(run),
    ...warningSection(run),
    ...unjudgedSection(run),
    ...dialectSection(run),
    ...gauntletSection(run),
  ];
  return toMarkdown({ type: 'root', children }, { bullet: '-', extensions: [gfmToMarkdown()] });
};
