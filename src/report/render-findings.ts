import { type CauseCode, type CauseEffect, causeCodes, causes } from '../spec/cause.ts';
import { findingGroups, type Weight, weights } from '../spec/finding.ts';
import type { FindingExplanation } from './explain.ts';
import { block, bullets, code, plain, prose, table } from './markdown-parts.ts';
import { byGroup } from './requirement-ids.ts';

/** What a finding of each weight comes to. */
export const weightTexts: Readonly<Record<Weight, string>> = {
  breach: 'against the requirement: a must fails, any other requirement gets a warning',
  risk: 'not against the specification, but money could be created or lost: a warning',
  note: 'recorded only: it never fails a run, and is never a warning',
};

const effectTexts: Readonly<Record<CauseEffect, string>> = {
  blocked: 'something failed before the requirement could be tested',
  skipped: 'a legal choice of the agent rules the requirement out',
  inconclusive: 'walletproof cannot tell whether the requirement is met',
  none: 'reported only: the run continued, and judged everything',
};

/** Every finding and every cause as Markdown: `docs/findings.md`. */
export const renderFindings = (explanations: readonly FindingExplanation[]): string =>
  `${[...opening, ...findingChapters(explanations), ...causeChapter()].join('\n\n')}\n`;

const opening = [
  '# Findings and causes',
  'A **finding** says what is wrong with an answer or a request of your agent. A **cause** says why walletproof could not judge something, and what to change so that it can. Their codes are stable: baselines and issue trackers can rely on them.',
  'Generated from `src/spec/`, the requirements and the defects of the example agent. `walletproof explain win-not-reverted` prints the same for one finding, `walletproof list findings` lists all of them.',
  'Each finding has a weight:',
  bullets(weights.map((weight) => `**${weight}**: ${weightTexts[weight]}`)),
  'A few breaches fail the run whatever the level of the requirement, because money moved that nobody asked for, or money that was promised did not move. They are marked "always fails the run". A [baseline](baseline.md) lists breaches that you know already.',
];

const findingChapters = (explanations: readonly FindingExplanation[]): string[] =>
  Object.entries(findingGroups).flatMap(([title, codes]) => [
    `## ${title}`,
    ...explanations.filter((told) => codes.includes(told.code)).flatMap(findingSection),
  ]);

const findingSection = (told: FindingExplanation): string[] => {
  const { weight, sentence, hint, isAlwaysMust, commands } = told;
  return [
    `### ${told.code}`,
    `*${weight}${isAlwaysMust ? ', always fails the run' : ''}*`,
    prose(plain(sentence)),
    `**Where to look:** ${prose(plain(hint))}`,
    bullets([
      `${weight === 'breach' ? 'Can break' : 'Reported under'}: ${requirementLinks(told)}`,
      ...defectItems(told),
    ]),
    ...commands.map((command) => block('bash', command)),
  ];
};

/** More requirements than these are listed by group: `BET 01 02 · RB 06`. */
const mostIds = 8;

const requirementLinks = ({ requirements }: FindingExplanation): string => {
  const ids = requirements.map(({ id }) => id);
  if (ids.length <= mostIds) return ids.map((id) => linkTo(id, id)).join(', ') || 'none';
  return [...byGroup(ids, (id) => id)].map(groupLinks).join(' · ');
};

const groupLinks = ([group, ids]: [string, string[]]): string =>
  [group, ...ids.map((id) => linkTo(id, id.slice(group.length + 1)))].join(' ');

const linkTo = (id: string, text: string): string => `[${text}](requirements.md#${id})`;

/** The first defects are those that it is typical of. */
const mostDefects = 8;

const defectItems = ({ defects }: FindingExplanation): string[] => {
  if (defects.length === 0) return [];
  const more = defects.length - mostDefects;
  const names = defects.slice(0, mostDefects).map(({ name }) => code(name));
  return [`Defects that show it: ${names.join(', ')}${more > 0 ? `, and ${more} more` : ''}`];
};

const causeChapter = (): string[] => [
  '## Causes',
  'A cause is reported once, with everything that depends on it. Its effect on the requirements:',
  table(
    ['effect', 'meaning'],
    Object.entries(effectTexts).map(([effect, text]) => [code(effect), text]),
  ),
  ...causeCodes.flatMap(causeSection),
];

const causeSection = (name: CauseCode): string[] => {
  const { effect, sentence, remedy } = causes[name];
  return [`### ${name}`, `*${effect}*`, prose(plain(sentence)), `**What to do:** ${prose(plain(remedy))}`];
};
