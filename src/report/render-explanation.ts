import { wrappedLines } from '../base/text-table.ts';
import type { Weight } from '../spec/finding.ts';
import type { JudgedBy } from '../spec/requirement.ts';
import { sections } from '../spec/requirements/catalogue.ts';
import type { Level } from '../spec/verdict.ts';
import { type ExplanationPart, entryLines, linesOf } from './entry-lines.ts';
import type {
  Explanation,
  FindingExplanation,
  MistakeExplanation,
  RequirementExplanation,
  SeveralExplanations,
} from './explain.ts';
import { labelledLines, proseColumns, type TextPage } from './page.ts';
import { platformParts } from './render-platform-explanation.ts';
import { requirementIds, sectionText } from './requirement-ids.ts';

/** An explanation for people, wrapped to the page. */
export const renderExplanation = (told: Explanation, page: TextPage): string => {
  if (told.kind === 'several') return severalTexts(told, page);
  const texts = partsOf(told, page)
    .filter(({ lines }) => lines.length > 0)
    .map((part) => linesOf(part, page).join('\n'));
  return `${texts.join('\n\n')}\n`;
};

/** One name, several things: each is told by itself. */
const severalTexts = ({ explanations }: SeveralExplanations, page: TextPage): string =>
  explanations.map((each) => renderExplanation(each, page)).join('\n');

const partsOf = (told: Exclude<Explanation, SeveralExplanations>, page: TextPage): readonly ExplanationPart[] => {
  switch (told.kind) {
    case 'requirement':
      return requirementParts(told, page);
    case 'finding':
      return findingParts(told, page);
    case 'mistake':
      return mistakeParts(told, page);
    default:
      return platformParts(told, page);
  }
};

/** What is asked and why, then what breaks it and what shows it. */
const requirementParts = (told: RequirementExplanation, page: TextPage): ExplanationPart[] => [
  { lines: headLines(told, page) },
  { lines: requirementFactLines(told, page) },
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

const headLines = ({ id, title }: RequirementExplanation, page: TextPage): string[] =>
  wrappedLines(`${id}: the agent ${title}`, proseColumns(page, 0)).map((line) => page.paint.bold(line));

const requirementFactLines = (told: RequirementExplanation, page: TextPage): string[] => {
  const { level, source, why, judgedBy } = told;
  return [
    ['why', why],
    ['level', `${level}: ${levelTexts[level]}`],
    [source.kind, sourceSentence(told)],
    ['judged', judgedByTexts[judgedBy]],
  ].flatMap(([label = '', text = '']) => labelledLines({ page, indent: 2, width: 15 }, label, text));
};

/** What a breach comes to at each level, and where the level is from. */
export const levelTexts: Readonly<Record<Level, string>> = {
  must: 'a breach fails the run: it is written, or no wallet may do it',
  should: 'a breach is a warning, and with --strict fails the run; recommended, or relied on by platforms',
  observe: 'recorded, with a warning where money is at risk: the specification leaves it open',
};

/** What a requirement rests on: the sentence with its section, or the reason. */
const sourceSentence = ({ source, section, heading }: RequirementExplanation): string => {
  if (source.kind === 'soundness') return `${source.reason} (${sectionText(section)}, ${heading})`;
  const where = source.section === section ? heading : (sections[source.section] ?? '');
  return `${sectionText(source.section)}, ${where}: "${source.sentence}"`;
};

/** How a requirement is judged, after "judged". */
const judgedByTexts: Readonly<Record<JudgedBy, string>> = {
  scenarios: 'by the scenarios below',
  'every-answer': 'on every answer of a run',
  requests: "on the agent's own requests to the platform",
};

/** The first defects are those that it is typical of. */
const mostDefects = 8;

/** What it means and where to look, then what it breaks and what shows it. */
const findingParts = (told: FindingExplanation, page: TextPage): ExplanationPart[] => [
  { lines: [page.paint.bold(told.code)] },
  { lines: findingFactLines(told, page) },
  {
    title: told.weight === 'breach' ? 'Requirements it can break' : 'Requirements it is reported under',
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

/** What a finding of each weight comes to. */
const weightTexts: Readonly<Record<Weight, string>> = {
  breach: 'against the requirement: a must fails, any other requirement gets a warning',
  risk: 'not against the specification, but money could be created or lost: a warning',
  note: 'recorded only: it never fails a run, and is never a warning',
};

/** Money moved that nobody asked for, or did not move where it was promised. */
const effectTexts = {
  must: 'it fails the run, whatever the level of the requirement',
  'must-where-written': 'it fails the run, but where the specification leaves open what the requirement observes',
} as const;

const findingFactLines = ({ sentence, hint, weight, byEffect }: FindingExplanation, page: TextPage): string[] =>
  [
    ['means', sentence],
    ['where to look', hint],
    ['weight', `${weight}: ${byEffect === undefined ? weightTexts[weight] : effectTexts[byEffect]}`],
  ].flatMap(([label = '', text = '']) => labelledLines({ page, indent: 2, width: 15 }, label, text));

/** More requirements than these are named by their ids only. */
const mostTitles = 8;

const requirementLines = ({ requirements }: FindingExplanation, page: TextPage): string[] =>
  requirements.length > mostTitles
    ? labelledLines({ page, indent: 2, width: 0 }, '', requirementIds(requirements.map(({ id }) => id)))
    : entryLines(
        requirements.map(({ id, level, title }) => [`${id} (${level})`, title]),
        page,
      );

/** What it is and what to change, then how to find it in a request. */
const mistakeParts = (told: MistakeExplanation, page: TextPage): ExplanationPart[] => {
  const layout = { page, indent: 2, width: 15 };
  return [
    { lines: [page.paint.bold(told.code)] },
    {
      lines: [...labelledLines(layout, 'means', told.sentence), ...labelledLines(layout, 'change', told.remedy)],
    },
    { title: 'See it', lines: told.commands.map((command) => `  ${command}`) },
  ];
};
