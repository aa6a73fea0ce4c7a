import { plainText, plainValues } from '../base/visible-text.ts';
import type { ComparedRun, Comparison, RequirementChange, RequirementStanding } from '../formats/comparison.ts';
import { labelledLines, type TextPage } from './page.ts';
import { requirementIds } from './requirement-ids.ts';
import { inColourOfRun, runVerdictText } from './verdict-text.ts';

export interface ComparisonPage {
  readonly page: TextPage;
  /** Names of the two files. */
  readonly before: string;
  readonly now: string;
}

/** Two runs side by side for people: what newly fails first, the counts last. */
export const renderComparison = (raw: Comparison, { page, before, now }: ComparisonPage): string => {
  const told = plainValues(raw);
  const parts = [
    [...runLines('before', before, { run: told.before, page }), ...runLines('now', now, { run: told.now, page })],
    ...sections.map(({ key, title, colour }) => sectionLines(page.paint[colour].bold(title), told[key], page)),
    stillFailingLines(told, page),
    [countsLine(told)],
  ];
  const texts = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${texts.join('\n\n')}\n`;
};

const sections = [
  { key: 'newlyFailing', title: 'Newly failing', colour: 'red' },
  { key: 'fixed', title: 'Fixed', colour: 'green' },
  { key: 'changed', title: 'Changed', colour: 'yellow' },
  { key: 'appeared', title: 'Appeared', colour: 'cyan' },
  { key: 'disappeared', title: 'Disappeared', colour: 'cyan' },
] as const;

const runLines = (
  label: string,
  file: string,
  { run, page }: { readonly run: ComparedRun; readonly page: TextPage },
): string[] => {
  const { startedAt, agent, tool } = run;
  const facts = `${startedAt}, agent ${agent.id} at ${agent.callbackUrl}, ${tool.name} ${tool.version}`;
  return [
    `${label.padEnd(8)}${inColourOfRun(run, page.paint, runVerdictText(run))}  ${plainText(file)}`,
    page.paint.dim(`        ${facts}`),
  ];
};

const sectionLines = (title: string, differences: readonly RequirementChange[], page: TextPage): string[] =>
  differences.length === 0 ? [] : [title, ...differences.flatMap((difference) => differenceLines(difference, page))];

const differenceLines = ({ requirement, title, before, now }: RequirementChange, page: TextPage): string[] => {
  const labelled = (label: string, standing: RequirementStanding | undefined): string[] =>
    standing === undefined ? [] : labelledLines({ page, indent: 4, width: 5 }, label, standingText(standing));
  return [
    ...labelledLines({ page, indent: 2, width: requirement.length + 2 }, requirement, `the agent ${title}`),
    ...labelled('was', before),
    ...labelled('now', now),
  ];
};

const longestMessage = 300;

const standingText = ({ verdict, codes, known, message = '' }: RequirementStanding): string => {
  const said = plainText(message, longestMessage);
  // `blocked by RB-02: ...` says it already.
  if (said.startsWith(verdict)) return said;
  const excused = known === true ? ', known' : '';
  const found = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
  return `${verdict}${excused}${found}${said === '' ? '' : `: ${said}`}`;
};

const stillFailingLines = ({ stillFailing }: Comparison, page: TextPage): string[] =>
  stillFailing.length === 0
    ? []
    : [
        page.paint.bold('Failing in both'),
        ...labelledLines({ page, indent: 2, width: 0 }, '', requirementIds(stillFailing)),
      ];

const countsLine = ({ newlyFailing, fixed, changed, appeared, disappeared, unchanged }: Comparison): string =>
  [
    newlyFailing.length === 0 ? 'nothing newly fails' : `${newlyFailing.length} newly failing`,
    `${fixed.length} fixed`,
    `${changed.length} changed`,
    `${appeared.length} appeared`,
    `${disappeared.length} disappeared`,
    `${unchanged} as before`,
  ].join(', ');
