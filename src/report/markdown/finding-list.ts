import type { List, PhrasingContent } from 'mdast';
import type { Finding } from '../../spec/finding.ts';
import { findings } from '../../spec/finding.ts';
import { placeOf } from '../pretty/findings-by-weight.ts';
import { nodes } from './nodes.ts';

const { code, list, paragraph, strong } = nodes;

type Pair = readonly [label: string, text: string | PhrasingContent | undefined];

/** What belongs to a finding beside its message, a line each. */
export const findingList = (finding: Finding): List => {
  const pairs: Pair[] = [
    ['expected', finding.expected && code(finding.expected)],
    ['actual', finding.actual && code(finding.actual)],
    ['likely cause', finding.likelyCause],
    ['finding', `${finding.code}: ${findings[finding.code].sentence}`],
    ['where to look', findings[finding.code].hint],
    ['known', finding.known],
    ['scenario', code(placeOf(finding))],
  ];
  return list(pairs.flatMap(([label, text]) => (text === undefined ? [] : [line(label, text)])));
};

const line = (label: string, text: string | PhrasingContent) =>
  paragraph(strong(label), ': ', text);
