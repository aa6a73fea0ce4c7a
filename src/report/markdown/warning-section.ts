import type { RootContent } from 'mdast';
import type { RequirementResult, Run } from '../../spec/run.ts';
import { findingsByWeight } from '../pretty/findings-by-weight.ts';
import { sectionText } from '../pretty/section-text.ts';
import { findingList } from './finding-list.ts';
import { nodes } from './nodes.ts';

const { heading, paragraph } = nodes;

/** Each warning: what happened and what to do, without the calls. */
export const warningSection = ({ requirements }: Run): RootContent[] => {
  const warned = requirements.filter(({ verdict }) => verdict === 'warned');
  return warned.length === 0 ? [] : [heading(2, 'Warnings'), ...warned.flatMap(warningPart)];
};

const warningPart = (result: RequirementResult): RootContent[] => {
  const {
    id,
    level,
    section,
    title,
    findings,
    known,
    reason = 'No finding was recorded.',
  } = result;
  const [first] = findingsByWeight(findings);
  return [
    heading(3, `${id}: ${title}${known === true ? ' (known)' : ''}`),
    paragraph(`${level}, ${sectionText(section)}`),
    paragraph(first?.message ?? reason),
    ...(first === undefined ? [] : [findingList(first)]),
  ];
};
