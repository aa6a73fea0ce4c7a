import type { RootContent } from 'mdast';
import type { Run } from '../../spec/run.ts';
import { nodes } from './nodes.ts';

const { heading, paragraph, code, list } = nodes;

/** In which dialect the run signed, and what a platform of another form would run into. */
export const dialectSection = ({ dialect }: Run): RootContent[] => {
  if (dialect === undefined) return [];
  const { name, how, sentence, warnings } = dialect;
  return [
    heading(2, 'Signatures'),
    paragraph('Signed as ', code(name), `, ${how}. ${sentence}`),
    ...(warnings.length === 0 ? [] : [list(warnings.map((warning) => paragraph(warning)))]),
  ];
};
