import type { RootContent } from 'mdast';
import type { ReportedExchange, RequirementResult, Run } from '../../spec/run.ts';
import { findingsByWeight } from '../pretty/findings-by-weight.ts';
import { sectionText } from '../pretty/section-text.ts';
import { evidenceTable } from './evidence-table.ts';
import { findingList } from './finding-list.ts';
import { nodes } from './nodes.ts';

const { heading, paragraph } = nodes;

/** Of one requirement at most so many findings are told. */
const mostFindings = 5;

/** Each broken requirement: what happened, why, and the calls that show it. */
export const breachSections = ({ requirements, exchanges }: Run): RootContent[] => {
  const broken = requirements.filter(({ verdict }) => verdict === 'failed');
  if (broken.length === 0) return [];
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return [heading(2, 'Breaches'), ...broken.flatMap((result) => breachPart(result, byId))];
};

const breachPart = (
  result: RequirementResult,
  byId: ReadonlyMap<string, ReportedExchange>,
): RootContent[] => {
  const { id, level, section, title, findings, reason = 'No finding was recorded.' } = result;
  const known = result.known === true ? ' (known)' : '';
  const shown = findingsByWeight(findings).slice(0, mostFindings);
  const hidden = findings.length - shown.length;
  return [
    heading(3, `${id}: ${title}${known}`),
    paragraph(`${level}, ${sectionText(section)}`),
    ...(shown.length === 0 ? [paragraph(reason)] : []),
    ...shown.flatMap((finding) => [
      paragraph(finding.message),
      findingList(finding),
      ...evidenceTable(finding.exchanges.flatMap((exchange) => byId.get(exchange) ?? [])),
    ]),
    ...(hidden > 0 ? [paragraph(`And ${hidden} more: the json report has them all.`)] : []),
  ];
};
