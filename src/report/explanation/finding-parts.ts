import type { Weight } from '../../spec/finding-record.ts';
import { labelledLines } from '../pretty/labelled-lines.ts';
import type { Page } from '../pretty/page.ts';
import { requirementIds } from '../requirement-ids.ts';
import { entryLines } from './entry-lines.ts';
import type { FindingExplanation } from './explanation.ts';
import type { Part } from './part.ts';

/** More requirements than these are named by their ids only. */
const mostTitles = 8;
/** The first defects are those that it is typical of. */
const mostDefects = 8;

const weights: Readonly<Record<Weight, string>> = {
  breach: 'breach: against the requirement that it is charged to',
  risk: 'risk: not against the specification, yet money could be created or lost',
  note: 'note: recorded, and never held against the agent',
};

/** What it means and where to look, then what it breaks and what shows it. */
export const findingParts = (told: FindingExplanation, page: Page): Part[] => [
  { lines: [page.paint.bold(told.code)] },
  { lines: factLines(told, page) },
  {
    title: told.weight === 'breach' ? 'Requirements it can break' : 'Requirements it is told of',
    lines: requirementLines(told, page),
  },
  {
    title: 'Bugs that show it',
    lines: entryLines(
      told.defects.slice(0, mostDefects).map(({ name, sentence }) => [name, sentence]),
      page,
    ),
  },
  { title: 'See it', lines: told.commands.map((command) => `  ${command}`) },
];

const factLines = ({ sentence, hint, weight }: FindingExplanation, page: Page): string[] =>
  [
    ['means', sentence],
    ['where to look', hint],
    ['weight', weights[weight]],
  ].flatMap(([label = '', text = '']) =>
    labelledLines({ page, indent: 2, width: 15 }, label, text),
  );

const requirementLines = ({ requirements }: FindingExplanation, page: Page): string[] =>
  requirements.length > mostTitles
    ? labelledLines(
        { page, indent: 2, width: 0 },
        '',
        requirementIds(requirements.map(({ id }) => id)),
      )
    : entryLines(
        requirements.map(({ id, level, title }) => [`${id} (${level})`, title]),
        page,
      );
