import { labelledLines } from '../pretty/labelled-lines.ts';
import type { Page } from '../pretty/page.ts';
import { proseColumns } from '../pretty/page.ts';
import { sectionText } from '../pretty/section-text.ts';
import { wrappedLines } from '../wrapped-lines.ts';
import { entryLines } from './entry-lines.ts';
import type { RequirementExplanation } from './explanation.ts';
import { judgedByTexts } from './judged-by-texts.ts';
import { levelTexts } from './level-texts.ts';
import type { Part } from './part.ts';

/** What is asked and why, then what breaks it and what shows it. */
export const requirementParts = (told: RequirementExplanation, page: Page): Part[] => [
  { lines: headLines(told, page) },
  { lines: factLines(told, page) },
  {
    title: 'Bugs that break it',
    lines: entryLines(
      told.defects.map(({ name, sentence }) => [name, sentence]),
      page,
    ),
  },
  {
    title: 'Findings about it',
    lines: entryLines(
      told.findings.map(({ code, sentence }) => [code, sentence]),
      page,
    ),
  },
  {
    title: 'Scenarios that show it',
    lines: entryLines(
      told.scenarios.map(({ file, title }) => [file, title]),
      page,
    ),
  },
  { title: 'See it', lines: told.commands.map((command) => `  ${command}`) },
];

const headLines = ({ id, title }: RequirementExplanation, page: Page): string[] =>
  wrappedLines(`${id}: the agent ${title}`, proseColumns(page, 0)).map((line) =>
    page.paint.bold(line),
  );

const factLines = (told: RequirementExplanation, page: Page): string[] => {
  const { level, section, heading, why, judgedBy } = told;
  return [
    ['why', why],
    ['level', `${level}: ${levelTexts[level]}`],
    ['specification', `${sectionText(section)}, ${heading}`],
    ['judged', judgedByTexts[judgedBy]],
  ].flatMap(([label = '', text = '']) =>
    labelledLines({ page, indent: 2, width: 15 }, label, text),
  );
};
