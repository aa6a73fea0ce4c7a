import type { Finding } from '../../spec/finding.ts';
import type { RequirementResult, Run } from '../../spec/run.ts';
import { shorten } from '../shorten.ts';
import { placeOf } from './findings-by-weight.ts';
import { labelledLines } from './labelled-lines.ts';
import type { Page } from './page.ts';

const longestMessage = 200;

const told = (finding: Finding): string =>
  `${finding.code}: ${finding.known}. ${shorten(finding.message, longestMessage)} (${placeOf(finding)})`;

/** Each code once: the baseline knows codes, not calls. */
const excused = ({ findings }: RequirementResult): Finding[] => [
  ...new Map(
    findings.filter(({ known }) => known !== undefined).map((each) => [each.code, each]),
  ).values(),
];

/** Breaches that the baseline excuses: why, until when, and what was seen. */
export const knownLines = ({ requirements }: Run, page: Page): string[] => {
  const known = requirements.filter((result) => result.known === true);
  const width = Math.max(0, ...known.map(({ id }) => id.length)) + 2;
  const lines = known.flatMap((result) =>
    excused(result).flatMap((finding, index) =>
      labelledLines({ page, indent: 2, width }, index === 0 ? result.id : '', told(finding)),
    ),
  );
  return lines.length === 0 ? [] : [page.paint.bold('Known breaches'), ...lines];
};
