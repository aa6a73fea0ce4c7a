import { shorten, wrappedLines } from '../../base/text-table.ts';
import type { Finding } from '../../formats/judgement.ts';
import type { BaselineEntry, BaselineResult, RequirementResult, Run, ScenarioResult } from '../../formats/run.ts';
import { placeOf } from '../finding-text.ts';
import { labelledLines, proseColumns, type TextPage } from '../page.ts';
import { unjudgedOf } from '../run-view.ts';

/** Breaches that the baseline excuses: why, until when, and what was seen. */
export const knownLines = ({ requirements }: Run, page: TextPage): string[] => {
  const known = requirements.filter((result) => result.known === true);
  const width = Math.max(0, ...known.map(({ id }) => id.length)) + 2;
  const lines = known.flatMap((result) =>
    excused(result).flatMap((finding, index) =>
      labelledLines({ page, indent: 2, width }, index === 0 ? result.id : '', told(finding)),
    ),
  );
  return lines.length === 0 ? [] : [page.paint.bold('Known breaches'), ...lines];
};

/** Each code once: the baseline knows codes, not calls. */
const excused = ({ findings }: RequirementResult): Finding[] => [
  ...new Map(findings.filter(({ known }) => known !== undefined).map((each) => [each.code, each])).values(),
];

const longestMessage = 200;

const told = (finding: Finding): string =>
  `${finding.code}: ${finding.known}. ${shorten(finding.message, longestMessage)} (${placeOf(finding)})`;

/** What is to be done about the baseline itself. */
export const baselineLines = ({ baseline }: Run, page: TextPage): string[] => {
  if (baseline === undefined) return [];
  const lines = entryLines(baseline, page);
  return lines.length === 0 ? [] : [page.paint.bold(`Baseline ${baseline.file}`), ...lines];
};

const entryLines = ({ stale, expired }: BaselineResult, page: TextPage): string[] => {
  const options = { page, indent: 2, width: 9 };
  return [
    ...stale.flatMap((entry) => labelledLines(options, 'stale', staleText(entry))),
    ...expired.flatMap((entry) => labelledLines(options, 'expired', expiredText(entry))),
  ];
};

const staleText = (entry: BaselineEntry): string =>
  `${nameOf(entry)}: the run does not show it any more. Take the entry out.`;

const nameOf = ({ requirement, code, reason }: BaselineEntry): string => `${requirement} ${code} (${reason})`;

const expiredText = (entry: BaselineEntry): string =>
  `${nameOf(entry)}: its last day was ${entry.expires}, and it is still broken. Mend it, or give it another day.`;

/** What has no verdict, and why; requirements with one reason are told together. */
export const unjudgedLines = (run: Run, page: TextPage): string[] => {
  const lines = unjudgedOf(run).flatMap(({ verdict, reason, requirements }, index, all) => {
    const label = all[index - 1]?.verdict === verdict ? '' : verdict;
    return labelledLines({ page, indent: 2, width: 14 }, label, `${reason} (${requirements})`);
  });
  return lines.length === 0 ? [] : [page.paint.bold('Not judged'), ...lines];
};

/** What the agent does where the specification is silent, a line each. */
export const observationLines = ({ requirements }: Run, page: TextPage): string[] => {
  const observed = requirements.filter(isObserved);
  const width = Math.max(0, ...observed.map(({ id }) => id.length)) + 2;
  const lines = observed.flatMap((result) => labelledLines({ page, indent: 2, width }, result.id, observation(result)));
  return lines.length === 0 ? [] : [page.paint.bold('Observed'), ...lines];
};

/** A must may have a part that the specification is silent on. */
const isObserved = ({ verdict, findings }: RequirementResult): boolean =>
  verdict === 'observed' || (verdict === 'passed' && findings.some(({ code }) => code === 'observed'));

const observation = ({ title, findings, reason }: RequirementResult): string => {
  const [first, ...others] = new Set(findings.map(({ message }) => message));
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${first ?? reason ?? title}${more}`;
};

/** In which dialect the run signed, and what a platform of another form would run into. */
export const dialectLines = ({ dialect }: Run, page: TextPage): string[] => {
  if (dialect === undefined) return [];
  const options = { page, indent: 2, width: 9 };
  const { name, how, sentence, warnings } = dialect;
  return [
    page.paint.bold(`Signed as ${name}, ${how === 'found' ? 'as the agent verifies' : 'as configured'}`),
    ...labelledLines(options, 'dialect', sentence),
    ...warnings.flatMap((warning) => labelledLines(options, 'note', warning)),
  ];
};

/** What could not be given back to the players. */
export const residueLines = ({ scenarios }: Run, page: TextPage): string[] => {
  const lines = scenarios
    .flatMap(residueOf)
    .flatMap((text) => wrappedLines(text, proseColumns(page, 2)))
    .map((line) => `  ${line}`);
  return lines.length === 0 ? [] : [page.paint.bold('Left with the players'), ...lines];
};

const residueOf = ({ residue = [], file }: ScenarioResult): string[] =>
  residue.map((account) => `${account} (${file})`);
