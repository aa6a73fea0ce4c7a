import { type JudgedBy, type SourceKind, sourceKinds } from '../spec/requirement.ts';
import { requirementGroups, sections } from '../spec/requirements/catalogue.ts';
import { type Level, levels } from '../spec/verdict.ts';
import type { RequirementExplanation } from './explain.ts';
import { plain } from './markdown-parts.ts';
import { byGroup, sectionText } from './requirement-ids.ts';

/** What a breach comes to at each level, and where the level is from. */
export const levelTexts: Readonly<Record<Level, string>> = {
  must: 'a breach fails the run: it is written, or no wallet may do it',
  should: 'a breach is a warning, and with --strict fails the run; recommended, or relied on by platforms',
  observe: 'recorded, with a warning where money is at risk: the specification leaves it open',
};

/** What a source is, where both are told. */
const sourceTexts: Readonly<Record<SourceKind, string>> = {
  specification: 'the specification says so, in the sentence that is quoted',
  soundness: 'the specification does not say so; the reason is given',
};

/** What a requirement rests on: the sentence with its section, or the reason. */
export const sourceSentence = ({ source, section, heading }: RequirementExplanation): string => {
  if (source.kind === 'soundness') return `${source.reason} (${sectionText(section)}, ${heading})`;
  const where = source.section === section ? heading : (sections[source.section] ?? '');
  return `${sectionText(source.section)}, ${where}: "${source.sentence}"`;
};

const preface = `# What an agent must do, and why

Generated from \`src/spec/requirements/\`, the shipped scenarios and the defects of the example agent;
\`walletproof explain IDEM-06\` tells the same of one requirement.

${levels.map((level) => `- **${level}**: ${levelTexts[level]}`).join('\n')}

A requirement rests on one of two sources, and \`--source\` judges one of them alone:

${sourceKinds.map((kind) => `- **${kind}**: ${sourceTexts[kind]}`).join('\n')}

The ids are stable. Sections are those of the specification.
`;

/** The whole catalogue as Markdown, group by group: `docs/requirements.md`. */
export const renderRequirements = (explanations: readonly RequirementExplanation[]): string => {
  const groups = [...byGroup(explanations, ({ id }) => id)];
  return [preface, ...groups.flatMap(groupLines)].join('\n');
};

const groupLines = ([group, members]: [string, RequirementExplanation[]]): string[] => [
  `## ${group}: ${requirementGroups[group] ?? ''}\n`,
  ...members.flatMap(requirementLines),
];

const requirementLines = (told: RequirementExplanation): string[] => [
  `<a id="${told.id}"></a>\n\n### ${told.id}: ${plain(told.title)}\n`,
  `*${told.level}, section ${told.section} (${told.heading})*\n`,
  `${sourceNames[told.source.kind]}: ${plain(sourceSentence(told))}\n`,
  `${plain(told.why)}\n`,
  ...scenarioItems(told),
  ...told.defects.map(({ name, sentence }) => `- Broken by the defect \`${name}\`: ${plain(sentence)}`),
  `- Findings: ${told.findings.map(findingLink).join(', ') || 'none yet'}\n`,
];

const findingLink = ({ code }: RequirementExplanation['findings'][number]): string =>
  `[\`${code}\`](findings.md#${code})`;

const sourceNames: Readonly<Record<SourceKind, string>> = {
  specification: 'Specification',
  soundness: 'Soundness',
};

/** How a requirement is judged, after "judged". */
export const judgedByTexts: Readonly<Record<JudgedBy, string>> = {
  scenarios: 'by the scenarios below',
  'every-answer': 'on every answer of a run',
  requests: "on the agent's own requests to the platform",
};

const scenarioItems = ({ scenarios, judgedBy }: RequirementExplanation): string[] =>
  scenarios.length === 0
    ? [`- Judged ${judgedByTexts[judgedBy]}`]
    : scenarios.map(({ file, title }) => `- Shown by [${file}](../${file}): ${plain(title)}`);
